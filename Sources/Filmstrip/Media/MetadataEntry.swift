/// One line of all that a file says about itself.
public struct MetadataEntry: Sendable, Hashable, Codable {
    /// Where it stands: `File`, `Image`, `SubImage`, `Thumbnail`, `EXIF`, `GPS`, `Interoperability`, `Apple`, `XMP`, `IPTC`,
    /// `Colours`, `Container`, `Tracks`.
    public var group: String
    /// The tag's name in its standard; unknown tags by number, such as `0xc4a6`.
    public var name: String
    /// For people, in English: `1/125 s`.
    public var human: String
    /// The value itself: `0.008`. Always valid UTF-8, and never a number that is none.
    public var raw: String

    /// A line.
    public init(group: String, name: String, human: String, raw: String) {
        self.group = group
        self.name = name
        self.human = human
        self.raw = raw
    }
}
