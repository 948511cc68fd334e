public import Foundation

extension Texts {
    /// The texts for a language, or nil when there are none.
    ///
    /// - Parameter languageTag: a BCP 47 tag (`zh-Hant-HK`) or a POSIX locale (`zh_TW.UTF-8`), in any case. A script wins over
    ///   a region; Chinese without either is simplified, and traditional in Taiwan, Hong Kong and Macau.
    public init?(languageTag: String) {
        let bare = languageTag.prefix { $0 != "." && $0 != "@" }
        let parts = bare.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard let language = parts.first else { return nil }
        switch language {
        case "en": self = .english
        case "zh", "cmn", "yue":
            if parts.contains("hant") {
                self = .traditionalChinese
            } else if parts.contains("hans") {
                self = .simplifiedChinese
            } else {
                let isTraditional = language == "yue" || !Set(parts).isDisjoint(with: ["tw", "hk", "mo"])
                self = isTraditional ? .traditionalChinese : .simplifiedChinese
            }
        default: return nil
        }
    }

    /// The texts for the first of those languages that there are texts for; English when there is none.
    public static func preferred(among languageTags: [String]) -> Texts {
        languageTags.lazy.compactMap { Texts(languageTag: $0) }.first ?? .english
    }

    /// The texts for the user's languages: those of the environment where it names any (POSIX: `LANGUAGE`, then `LC_ALL`,
    /// `LC_MESSAGES`, `LANG`), else those of the system.
    public static func preferred(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        system: [String] = Locale.preferredLanguages
    ) -> Texts {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale else { return preferred(among: system) }
        if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") { return .english }
        let list = environment["LANGUAGE", default: ""].split(separator: ":").map(String.init)
        return preferred(among: list + [locale])
    }
}
