public import Foundation

/// What a code says, made fit to be shown. Whoever made the code may want to deceive: the text is stripped of what cannot be seen or
/// turns lines around, cut in its middle, and leads nowhere unless it is an ordinary address of the web.
public struct CodeOffer: Sendable, Hashable {
    /// What is shown: where a link leads, or how the text begins and ends. One line.
    public let title: String
    /// The text to be copied: without control characters but for line ends and tabs, and without marks that turn lines around.
    public let text: String
    /// Where it leads, for `http` and `https` alone; nil for everything else. Never opened but by the user.
    public let link: URL?

    /// So many characters are shown at most.
    static let titleLength = 42
    /// Longer addresses are no links.
    static let linkLength = 2000

    /// Nil for a code that says nothing.
    public init?(_ code: SeenCode) {
        text = Self.cleaned(code.text)
        link = Self.link(in: code.text)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        title = Self.cut(link?.host(percentEncoded: true) ?? line)
        guard !title.isEmpty else { return nil }
    }

    /// An address as it may be shown: cut in its middle.
    package static func shortened(_ link: URL) -> String { cut(link.absoluteString) }

    /// The address, where the text is one and nothing else. Names of hosts in other scripts look like others; they are no links.
    private static func link(in text: String) -> URL? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.utf8.count <= linkLength, trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: trimmed), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: true), !host.isEmpty, !host.contains("%")
        else { return nil }
        return url
    }

    private static func cleaned(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isHarmless)))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" || scalar == "\t" { return true }
        switch scalar.properties.generalCategory {
        // Controls; what is not seen, and turns lines around or joins letters; line separators of their own; no characters at all.
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Begins and ends as the text does. A letter with a tower of marks on it counts as many.
    private static func cut(_ line: String) -> String {
        let scalars = line.unicodeScalars
        guard scalars.count > titleLength else { return line }
        let half = (titleLength - 1) / 2
        return String(String.UnicodeScalarView(scalars.prefix(half))) + "…"
            + String(String.UnicodeScalarView(scalars.suffix(half)))
    }
}
