import Filmstrip

/// What the demo itself says, beside the texts of the library.
struct DemoTexts: Sendable {
    // The window.
    var appName: String
    var avatar: String
    var attachments: String
    var chat: String
    var camera: String
    var menu: String
    var shortcuts: String
    var about: String
    var quit: String
    var summary: String
    // An empty library.
    var emptyLibrary: String
    var makeSamples: String
    var makingSamples: String
    var noSamples: String
    // Avatar.
    var yourPicture: String
    var yourPictureHint: String
    var choosePicture: String
    var changePicture: String
    var removePicture: String
    var file: String
    var size: String
    var base64: String
    var copy: String
    var copied: String
    var cannotBeShown: String
    // Attachments.
    var subject: String
    var message: String
    var attachmentsOf: String
    var send: String
    var sent: String
    // Chat.
    var friend: String
    var greeting: String
    var question: String
    var placeholder: String
    var sendPictures: String
    var picture: String
    // Camera.
    var openCamera: String
    var simulatedCamera: String
    var nothingTaken: String
    // The keys.
    var general: String
    var select: String
}

extension DemoTexts {
    /// The table that fits the library's texts.
    init(for words: Texts) {
        switch words.languageTag {
        case let tag where tag.hasPrefix("zh-Hant"): self = .traditionalChinese
        case let tag where tag.hasPrefix("zh"): self = .simplifiedChinese
        default: self = .english
        }
    }

    /// The table of the user's language.
    static func preferred() -> DemoTexts { DemoTexts(for: .preferred()) }

    /// How many of how many are attached.
    func attached(_ count: Int, of maximum: Int) -> String {
        attachmentsOf.replacing("{n}", with: "\(count)").replacing("{all}", with: "\(maximum)")
    }

    /// All texts, to see that none is missing.
    var all: [String] {
        Mirror(reflecting: self).children.compactMap { $0.value as? String }
    }
}
