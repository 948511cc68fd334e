/// One value of an XMP packet (ISO 16684-1): its path, such as `Container:Directory[1]/Item:Mime`, and its text.
struct XMPProperty: Equatable {
    var path: String
    var value: String
}

/// Reads XMP packets. Properties may be attributes or elements, and writers choose freely: both are found.
///
/// Names are given with the usual prefix of their namespace, whatever prefix the file uses. It is no general XML
/// reader: no DTD, no entities but the five of XML and numbers. Texts cannot grow beyond the input; paths, which repeat
/// the names of all that they lead through, have a limit together, as names have, and properties.
struct XMPReader {
    /// A packet that nests deeper than this is no metadata.
    private static let depthLimit = 32
    private static let propertyLimit = 4096
    /// All paths together, those of elements too.
    static let pathByteLimit = 1 << 20

    private var tokens: XMLTokens
    private var namespaces: [String: String] = [:]
    /// Names as the file writes them, and as we do.
    private var names: [String: String] = [:]
    private var stack: [Level] = []
    private var properties: [XMPProperty] = []
    private var pathBytes = 0

    private struct Level {
        /// The way to this element; RDF's own scaffolding adds nothing to it.
        var path: String
        var text = ""
        var hasChildren = false
        var items = 0
    }

    private init(_ bytes: [UInt8]) { tokens = XMLTokens(bytes) }

    static func read(_ bytes: [UInt8]) -> [XMPProperty] {
        var reader = XMPReader(bytes)
        reader.run()
        return reader.properties
    }

    private mutating func run() {
        while hasRoom, let token = tokens.next() {
            switch token {
            case .open(let name, let attributes, let isEmpty):
                guard stack.count < Self.depthLimit else { return }
                open(name, attributes)
                if isEmpty { close() }
            case .close: close()
            case .text(let text):
                if !stack.isEmpty { stack[stack.count - 1].text += text }
            }
        }
    }

    private var hasRoom: Bool { properties.count < Self.propertyLimit && pathBytes < Self.pathByteLimit }

    private mutating func open(_ name: String, _ attributes: [(name: String, value: String)]) {
        for (key, value) in attributes where key.hasPrefix("xmlns:") {
            namespaces[String(key.dropFirst(6))] = value
            names = [:]
        }
        let path = path(of: canonical(name))
        if !stack.isEmpty { stack[stack.count - 1].hasChildren = true }
        stack.append(Level(path: path))
        for (key, value) in attributes where !key.hasPrefix("xmlns") && !key.hasPrefix("xml:") {
            let key = canonical(key)
            if key.hasPrefix("rdf:") && key != "rdf:resource" { continue }
            guard hasRoom else { return }
            properties.append(XMPProperty(path: joined(path, key), value: value))
        }
    }

    private mutating func close() {
        guard let level = stack.popLast(), !level.hasChildren, !level.text.isEmpty, !level.path.isEmpty else { return }
        let value = MetadataText.string(level.text.drop { $0.isWhitespace }.utf8)
        if !value.isEmpty { properties.append(XMPProperty(path: level.path, value: value)) }
    }

    /// The path of an element below the current one. List items are counted from 0.
    private mutating func path(of name: String) -> String {
        let parent = stack.last?.path ?? ""
        if name == "rdf:li", !stack.isEmpty {
            defer { stack[stack.count - 1].items += 1 }
            return counted(parent + "[\(stack[stack.count - 1].items)]")
        }
        if name.hasPrefix("rdf:") || name.hasPrefix("x:") { return parent }
        return joined(parent, name)
    }

    private mutating func joined(_ parent: String, _ name: String) -> String {
        counted(parent.isEmpty ? name : parent + "/" + name)
    }

    private mutating func counted(_ path: String) -> String {
        pathBytes += path.utf8.count
        return path
    }

    private mutating func canonical(_ name: String) -> String {
        if let known = names[name] { return known }
        var result = name
        if let colon = name.firstIndex(of: ":"), let uri = namespaces[String(name[..<colon])],
            let prefix = Self.prefixes[uri]
        {
            result = prefix + name[colon...]
        }
        names[name] = result
        return result
    }

    /// The usual prefixes of namespaces, by which names are told whatever prefix a file uses.
    static let prefixes = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
        "adobe:ns:meta/": "x",
        "http://ns.adobe.com/xap/1.0/": "xmp",
        "http://ns.adobe.com/exif/1.0/": "exif",
        "http://cipa.jp/exif/1.0/": "exifEX",
        "http://ns.adobe.com/tiff/1.0/": "tiff",
        "http://ns.adobe.com/photoshop/1.0/": "photoshop",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://ns.google.com/photos/1.0/camera/": "GCamera",
        "http://ns.google.com/photos/1.0/container/": "Container",
        "http://ns.google.com/photos/1.0/container/item/": "Item",
        "http://ns.google.com/photos/1.0/panorama/": "GPano",
        "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
        "http://ns.google.com/photos/dd/1.0/device/": "Device",
        "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
        "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
        "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
        "http://ns.google.com/photos/1.0/image/": "GImage",
        "http://ns.adobe.com/xmp/note/": "xmpNote",
        "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
        "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
        "http://ns.microsoft.com/photo/1.2/": "MP",
    ]
}

/// The tokens of an XML text, as far as XMP needs them.
struct XMLTokens {
    enum Token {
        case open(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case close
        case text(String)
    }

    /// The longest names of metadata have a quarter of this. Longer ones are cut.
    static let nameLimit = 256
    /// The attributes of one tag; those behind them are passed over.
    private static let attributeLimit = 4096

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                // Most text is the white space between tags, of which packets have much.
                skipBlanks()
                let start = index
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
                if start == index { continue }
                return .text(unescaped(start..<index))
            }
            if starts("<!--") {
                skip(past: "-->")
            } else if starts("<![CDATA[") {
                let start = index + 9
                skip(past: "]]>")
                return .text(MetadataText.string(bytes[start..<max(start, index - 3)]))
            } else if starts("<?") {
                skip(past: "?>")
            } else if starts("<!") {
                skip(past: ">")
            } else if starts("</") {
                skip(past: ">")
                return .close
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> Token? {
        index += 1
        let name = word()
        var attributes: [(name: String, value: String)] = []
        while index < bytes.count {
            skipBlanks()
            guard index < bytes.count else { return nil }
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index += 1
                return .open(name: name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/"):
                skip(past: ">")
                return .open(name: name, attributes: attributes, isEmpty: true)
            default:
                let start = index
                let key = word()
                skipBlanks()
                if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
                    index += 1
                    let value = quoted()
                    if attributes.count < Self.attributeLimit { attributes.append((key, value)) }
                }
                // Whatever it was, it must not hold us here.
                if index == start { index += 1 }
            }
        }
        return nil
    }

    private mutating func quoted() -> String {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            return ""
        }
        let quote = bytes[index]
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != quote { index += 1 }
        defer { index = min(index + 1, bytes.count) }
        return unescaped(start..<index)
    }

    private mutating func word() -> String {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte <= 32 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
                break
            }
            index += 1
        }
        return String(decoding: bytes[start..<index].prefix(Self.nameLimit), as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 32 { index += 1 }
    }

    private func starts(_ text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount <= bytes.count - index else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    private mutating func skip(past text: StaticString) {
        while index < bytes.count {
            if starts(text) {
                index += text.utf8CodeUnitCount
                return
            }
            index += 1
        }
    }

    private func unescaped(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        guard slice.contains(UInt8(ascii: "&")) else { return String(decoding: slice, as: UTF8.self) }
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
            {
                result += Array(String(character).utf8)
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ entity: String) -> Character? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#") else { return nil }
            let code =
                entity.hasPrefix("#x") ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
            return code.flatMap { Unicode.Scalar($0) }.map { Character($0) }
        }
    }
}
