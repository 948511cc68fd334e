#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import Foundation

    /// The sentences of an app's Info.plist that tell the user what a permission is needed for. iOS ends an app that asks, or
    /// uses a camera, without the sentence; so they are looked for before.
    public struct UsageDescriptions: Sendable {
        private let sentence: @Sendable (_ key: String) -> String?

        /// Sentences by their keys; nil for a key that is missing.
        public init(_ sentence: @escaping @Sendable (_ key: String) -> String?) {
            self.sentence = sentence
        }

        /// Those of the running app, or of the running extension, which has an Info.plist of its own.
        public static let app = UsageDescriptions { Bundle.main.object(forInfoDictionaryKey: $0) as? String }

        /// The key of the sentence that a permission needs.
        public static func key(for permission: Permission) -> String {
            switch permission {
            case .camera: "NSCameraUsageDescription"
            case .microphone: "NSMicrophoneUsageDescription"
            case .photoLibrary: "NSPhotoLibraryUsageDescription"
            case .photoLibraryAdding: "NSPhotoLibraryAddUsageDescription"
            }
        }

        /// Makes sure that the sentence is there.
        /// - Throws: `usageDescriptionMissing` with the key that is missing or empty.
        public func demand(_ permission: Permission) throws(PermissionError) {
            let key = Self.key(for: permission)
            guard sentence(key)?.isEmpty == false else {
                throw .usageDescriptionMissing(key: key, permission)
            }
        }
    }
#endif
