import Filmstrip

/// Changes an XMP packet without touching what it does not know: properties are cut out of the text, and new ones stand in
/// a description of their own.
package struct XMPEditor: Sendable {
    /// The packet as it is now.
    package private(set) var bytes: [UInt8]

    /// A packet; nil when it is no well-formed one in UTF-8, which is then better given up than half understood.
    package init?(_ packet: [UInt8]) {
        bytes = packet
        guard let found = Scanner.scan(packet, { _ in false }), found.listEnd != nil else { return nil }
    }

    /// A packet without a property.
    package init() {
        bytes = Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """.utf8)
    }

    /// Cuts out the properties whose name, with the usual prefix of its namespace, fulfils a condition: attributes and
    /// elements, however deep.
    package mutating func remove(where isUnwanted: (String) -> Bool) {
        guard let found = Scanner.scan(bytes, isUnwanted) else { return }
        var result: [UInt8] = []
        var place = 0
        for range in found.unwanted.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= place {
            result += bytes[place..<range.lowerBound]
            place = range.upperBound
        }
        bytes = result + bytes[place...]
    }

    /// Adds a description.
    /// - Parameters:
    ///   - namespaces: prefixes and addresses that its text uses.
    ///   - attributes: simple properties, with their prefixes.
    ///   - content: properties as XML, with `rdf` declared.
    package mutating func add(
        namespaces: [(prefix: String, address: String)], attributes: [(name: String, value: String)],
        content: String = ""
    ) {
        guard let end = Scanner.scan(bytes, { _ in false })?.listEnd else { return }
        var text = "<rdf:Description rdf:about=\"\" xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
        for (prefix, address) in namespaces { text += " xmlns:\(prefix)=\"\(address)\"" }
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
        text += content.isEmpty ? "/>" : ">\(content)</rdf:Description>"
        bytes.insert(contentsOf: text.utf8, at: end)
    }

    /// Whether any property is in it.
    package var isEmpty: Bool { XMPReader.read(bytes).isEmpty }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

extension XMPEditor {
    /// Finds the places of elements and attributes.
    private struct Scanner {
        struct Found {
            var unwanted: [Range<Int>] = []
            /// Where the closing tag of the list of descriptions stands.
            var listEnd: Int?
        }

        /// An open element.
        private struct Level {
            /// As the file writes it.
            var name: String
            var canonical: String
            var start: Int
            /// Properties that stay in it, and whether others go.
            var kept: Int
            var isThinned: Bool

            /// Whether it was made only for what goes.
            var isDone: Bool { canonical == "rdf:Description" && kept == 0 && isThinned }
        }

        private static let depthLimit = 64
        private let bytes: [UInt8]
        private let isUnwanted: (String) -> Bool
        private var index = 0
        private var found = Found()
        private var namespaces: [String: String] = [:]
        private var stack: [Level] = []
        /// How deep the outermost unwanted element is.
        private var cut: Int?

        /// Nil for what is not well-formed.
        static func scan(_ bytes: [UInt8], _ isUnwanted: (String) -> Bool) -> Found? {
            withoutActuallyEscaping(isUnwanted) { isUnwanted in
                var scanner = Scanner(bytes: bytes, isUnwanted: isUnwanted)
                return scanner.run() ? scanner.found : nil
            }
        }

        private init(bytes: [UInt8], isUnwanted: @escaping (String) -> Bool) {
            self.bytes = bytes
            self.isUnwanted = isUnwanted
        }

        private mutating func run() -> Bool {
            while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
                index = start
                if has("<!--") {
                    guard skip(past: "-->") else { return false }
                } else if has("<![CDATA[") {
                    guard skip(past: "]]>") else { return false }
                } else if has("<?") {
                    guard skip(past: "?>") else { return false }
                } else if has("<!") {
                    // A document type may declare entities; no writer of metadata has one.
                    return false
                } else if has("</") {
                    guard close() else { return false }
                } else {
                    guard open() else { return false }
                }
            }
            return stack.isEmpty
        }

        private mutating func close() -> Bool {
            let start = index
            index += 2
            let name = word()
            guard skip(past: ">"), let last = stack.popLast(), last.name == name else { return false }
            if last.canonical == "rdf:RDF" { found.listEnd = start }
            endElement(last)
            return true
        }

        private mutating func endElement(_ level: Level) {
            var goes = false
            if let open = cut {
                guard open == stack.count else { return }
                cut = nil
                goes = true
            } else {
                goes = level.isDone
            }
            if goes { found.unwanted.append(level.start..<index) }
            guard !stack.isEmpty else { return }
            if goes { stack[stack.count - 1].isThinned = true } else { stack[stack.count - 1].kept += 1 }
        }

        private mutating func open() -> Bool {
            let start = index
            index += 1
            let name = word()
            guard !name.isEmpty, stack.count < Self.depthLimit else { return false }
            var attributes: [(name: String, range: Range<Int>)] = []
            while true {
                let blank = index
                skipBlanks()
                guard index < bytes.count else { return false }
                let isEmpty = has("/>")
                if isEmpty || bytes[index] == UInt8(ascii: ">") {
                    index += isEmpty ? 2 : 1
                    finish(name, attributes, from: start, isEmpty: isEmpty)
                    return true
                }
                let key = word()
                skipBlanks()
                guard !key.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
                index += 1
                skipBlanks()
                guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"),
                    let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
                else { return false }
                if key.hasPrefix("xmlns:") {
                    namespaces[String(key.dropFirst(6))] = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
                }
                index = end + 1
                attributes.append((key, blank..<index))
            }
        }

        private mutating func finish(
            _ name: String, _ attributes: [(name: String, range: Range<Int>)], from start: Int, isEmpty: Bool
        ) {
            var level = Level(name: name, canonical: canonical(name), start: start, kept: 0, isThinned: false)
            if cut == nil, isUnwanted(level.canonical) {
                cut = stack.count
            } else if cut == nil {
                for (key, range) in attributes where !key.hasPrefix("xmlns") {
                    let key = canonical(key)
                    if isUnwanted(key) {
                        found.unwanted.append(range)
                        level.isThinned = true
                    } else if key != "rdf:about" {
                        level.kept += 1
                    }
                }
            }
            if isEmpty { endElement(level) } else { stack.append(level) }
        }

        private func canonical(_ name: String) -> String {
            guard let colon = name.firstIndex(of: ":"), let address = namespaces[String(name[..<colon])],
                let prefix = XMPReader.prefixes[address]
            else { return name }
            return prefix + name[colon...]
        }

        private func has(_ text: StaticString) -> Bool {
            guard text.utf8CodeUnitCount <= bytes.count - index else { return false }
            return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
        }

        private mutating func skip(past text: StaticString) -> Bool {
            while index < bytes.count {
                if has(text) {
                    index += text.utf8CodeUnitCount
                    return true
                }
                index += 1
            }
            return false
        }

        private mutating func skipBlanks() { while index < bytes.count, bytes[index] <= 32 { index += 1 } }

        private mutating func word() -> String {
            let start = index
            while index < bytes.count, bytes[index] > 32, ![0x3D, 0x3E, 0x2F, 0x3C].contains(bytes[index]) {
                index += 1
            }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
    }
}

/// The changes that keep a packet true to its file.
extension XMPEditor {
    /// Removes what describes a movie in the same file, and the list of the file's parts.
    package mutating func removeMotion() {
        remove { name in
            name.hasPrefix("Container:") || name.hasPrefix("Item:")
                || ["MotionPhoto", "MicroVideo"].contains { name.hasPrefix("GCamera:\($0)") }
        }
    }

    /// Removes places: coordinates, and names of cities and countries.
    package mutating func removeLocation() {
        let names: Set = [
            "photoshop:City", "photoshop:State", "photoshop:Country", "Iptc4xmpCore:Location",
            "Iptc4xmpCore:CountryCode", "Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown",
            "dc:coverage", "xmpNote:HasExtendedXMP",
        ]
        remove { $0.contains(":GPS") || names.contains($0) }
    }

    /// Removes what describes a frame that is no more: sizes, turning, thumbnails, regions, panoramas, depth, gain maps, and
    /// what raw converters noted for themselves.
    package mutating func removeFrame() {
        let names: Set = [
            "tiff:ImageWidth", "tiff:ImageLength", "tiff:Orientation", "exif:PixelXDimension", "exif:PixelYDimension",
            "xmp:Thumbnails", "xap:Thumbnails", "exif:SubjectArea", "exif:SubjectLocation", "mwg-rs:Regions",
            "MP:RegionInfo", "xmpNote:HasExtendedXMP",
        ]
        let prefixes = ["GPano:", "GDepth:", "GImage:", "Device:", "hdrgm:", "HDRGainMap:", "crs:", "apdi:"]
        remove { name in names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
    }

    /// Says that a movie lies in the file, as Google's Motion Photo 1.0 has it.
    /// - Parameters:
    ///   - items: the parts of the file, the picture first.
    ///   - stillTime: seconds from the movie's start to the still; nil when unknown.
    package mutating func setMotion(items: [MotionItem], stillTime: Double?) {
        removeMotion()
        let time = stillTime.map { String(Int(max(0, min($0, 1e6)) * 1_000_000)) } ?? "-1"
        add(
            namespaces: [("GCamera", Self.google + "camera/")],
            attributes: [
                ("GCamera:MotionPhoto", "1"), ("GCamera:MotionPhotoVersion", "1"),
                ("GCamera:MotionPhotoPresentationTimestampUs", time),
            ])
        addDirectory(items)
    }

    /// Lists the parts of the file, the picture first.
    package mutating func addDirectory(_ items: [MotionItem]) {
        let list = items.map { item in
            """
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="\(Self.escaped(item.type))" \
            Item:Semantic="\(Self.escaped(item.semantic))" Item:Length="\(item.length)" Item:Padding="\(item.padding)"/>\
            </rdf:li>
            """
        }
        add(
            namespaces: [("Container", Self.google + "container/"), ("Item", Self.google + "container/item/")],
            attributes: [],
            content: "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>")
    }

    private static let google = "http://ns.google.com/photos/1.0/"
}

/// A part of a file that holds several, as its directory names it.
package struct MotionItem: Sendable, Hashable {
    /// Such as `image/jpeg`.
    package var type: String
    /// `Primary`, `GainMap`, `MotionPhoto`…
    package var semantic: String
    package var length: Int
    package var padding: Int

    package init(type: String, semantic: String, length: Int, padding: Int = 0) {
        self.type = type
        self.semantic = semantic
        self.length = length
        self.padding = padding
    }
}
