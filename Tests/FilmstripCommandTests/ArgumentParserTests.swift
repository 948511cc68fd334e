import Filmstrip
import Testing

@testable import FilmstripCommand

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(verbs: VerbCatalogue.all.map { $0.syntax })

    private func parse(_ words: String...) throws(CommandError) -> Invocation? {
        guard case .run(let invocation) = try parser.parse(words.map { MediaPath($0) }) else { return nil }
        return invocation
    }

    private func failure(_ words: String...) -> String {
        do {
            _ = try parser.parse(words.map { MediaPath($0) })
            return "no failure"
        } catch {
            return error.code == .usage ? error.message : "\(error.code): \(error.message)"
        }
    }

    @Test func `5.14 options stand before, between and after operands`() throws {
        let invocation = try #require(try parse("--json", "info", "a.jpg", "--quiet", "b.jpg", "--lang=zh-Hant"))
        #expect(invocation.verb.name == "info")
        #expect(invocation.operands.map(\.string) == ["a.jpg", "b.jpg"])
        #expect(invocation.has("--json") && invocation.has("--quiet"))
        #expect(try invocation.text("--lang") == "zh-Hant")
    }

    @Test func `5.14 a verb of two words is one verb`() throws {
        #expect(try parse("library", "list", "--limit", "3")?.verb.name == "library list")
        #expect(failure("library").contains("index, list, albums, problems, add, watch"))
    }

    @Test func `5.14 a wrong word names the nearest right one`() {
        #expect(failure("shot").hasSuffix("did you mean shoot?"))
        #expect(failure("camera").hasSuffix("did you mean cameras?"))
        #expect(failure("library", "lsit").hasSuffix("did you mean library list?"))
        #expect(failure("library", "list", "--alubm", "x").contains("did you mean --album?"))
        #expect(failure("shoot", "--flash", "of").hasSuffix("did you mean off?"))
        #expect(failure("--jsno", "cameras").contains("did you mean --json?"))
    }

    @Test func `5.14 a word that is near none gets no suggestion`() {
        for word in ["xyzzy", "frobnicate", "x", "upload"] {
            #expect(!failure(word).contains("did you mean"), "\(failure(word))")
        }
        #expect(!failure("shoot", "--transparency").contains("did you mean"))
        #expect(failure("shoot", "--flash", "sometimes").hasSuffix("but off, on, auto"))
        #expect(failure("library", "zzz").hasSuffix(#"no verb "zzz""#))
        #expect(nearest(to: "tirp", among: ["Garden"]) == nil)
    }

    @Test(arguments: VerbCatalogue.all.map { $0.syntax })
    func `5.14 each option with one letter swapped is named again`(verb: VerbSyntax) throws {
        for option in verb.allOptions where option.name.count > 4 {
            var letters = Array(option.name)
            letters.swapAt(3, 4)
            guard String(letters) != option.name else { continue }
            let words = verb.name.split(separator: " ").map(String.init) + [String(letters)]
            let error = #expect(throws: CommandError.self) { try parser.parse(words.map { MediaPath($0) }) }
            #expect(error?.message.contains("did you mean \(option.name)?") == true, "\(words)")
        }
    }

    @Test func `C43 a name that begins with a dash is an operand after the double dash`() throws {
        let invocation = try #require(try parse("info", "--", "-dash.jpg", "--json"))
        #expect(invocation.operands.map(\.string) == ["-dash.jpg", "--json"])
        #expect(!invocation.has("--json"))
        #expect(failure("info", "-dash.jpg").contains("after --"))
        #expect(failure("info", "--json.jpg").contains("after --"))
        #expect(!failure("info", "--jsno").contains("after --"))
        #expect(try parse("decode", "-")?.operands.map(\.string) == ["-"])
    }

    @Test func `C43 operands keep the bytes that are no UTF-8`() throws {
        let name = MediaPath(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8))
        guard case .run(let invocation) = try parser.parse([MediaPath("info"), name]) else {
            Issue.record("no invocation")
            return
        }
        #expect(invocation.operands == [name])
        let option = MediaPath(bytes: Array("--library=".utf8) + [0xFF])
        guard case .run(let second) = try parser.parse([option, MediaPath("library"), MediaPath("list")]) else {
            Issue.record("no invocation")
            return
        }
        #expect(second.path("--library") == MediaPath(bytes: [0xFF]))
        #expect(throws: CommandError.self) { try second.text("--library") }
    }

    @Test func `5.14 values that are missing, doubled, unwanted or too many are usage errors`() {
        #expect(failure("shoot", "-o").contains("-o wants a value"))
        #expect(failure("shoot", "-o", "a", "-o", "b").contains("given twice"))
        #expect(failure("shoot", "--save=yes").contains("takes no value"))
        #expect(failure("cameras", "x").contains("does not know what to do with"))
        #expect(failure("info").contains("wants FILE"))
        #expect(failure("crop", "a", "1", "2").contains("FILE X Y W H"))
    }

    @Test func `5.14 numbers are read whole and inside their range`() throws {
        let invocation = try #require(try parse("shoot", "--count", "3"))
        #expect(try invocation.integer("--count", in: 1...9) == 3)
        #expect(throws: CommandError.self) { try invocation.integer("--count", in: 1...2) }
        for text in ["nan", "inf", "1e999", "-1", "abc", "", "0x10", "0x1p3", "1_0", " 5"] {
            let invocation = try #require(try parse("record", "--for", text))
            #expect(throws: CommandError.self) { try invocation.number("--for", in: 0.1...100) }
        }
        #expect(["1.5", "+2", "1e1", ".5"].map { Double(decimal: $0) } == [1.5, 2, 10, 0.5])
    }

    @Test func `5.14 help and version are asked for in every usual way`() throws {
        func topic(_ words: String...) throws -> [String]? {
            guard case .help(let topic) = try parser.parse(words.map { MediaPath($0) }) else { return nil }
            return topic.map(\.name)
        }
        #expect(try topic() == [])
        #expect(try topic("help") == [])
        #expect(try topic("--help") == [])
        #expect(try topic("help", "record") == ["record"])
        #expect(try topic("record", "--help") == ["record"])
        #expect(try topic("--help", "record") == ["record"])
        #expect(try topic("info", "--help") == ["info"])
        #expect(try topic("help", "live") == ["live split", "live join", "live convert"])
        #expect(try topic("help", "library", "add") == ["library add"])
        #expect(try topic("help", "help") == [])
        #expect(try topic("-h") == [])
        #expect(try topic("record", "-h") == ["record"])
        guard case .version = try parser.parse([MediaPath("version")]) else {
            Issue.record("no version")
            return
        }
        guard case .version = try parser.parse([MediaPath("--version")]) else {
            Issue.record("no version")
            return
        }
        #expect(failure("help", "recrod").contains("did you mean record?"))
        // A program cannot read what people read.
        #expect(failure("--json").contains("a verb is wanted") && failure("--quiet", "--json").contains("a verb"))
        #expect(try topic("--quiet") == [])
        #expect(try topic("--json", "--help") == [])
    }

    @Test func `5.14 the help of a verb names all of its options`() {
        let help = HelpText(verbs: parser.verbs)
        for verb in parser.verbs {
            #expect(help.overview.contains("  \(verb.name) "))
            let text = help.text(about: [verb])
            for option in verb.allOptions { #expect(text.contains(option.name), "\(verb.name) \(option.name)") }
        }
    }

    @Test func `5.14 help shows without brackets what a verb cannot do without, and its lack is told so`() async throws
    {
        let help = HelpText(verbs: parser.verbs)
        for verb in parser.verbs {
            let usage = try #require(help.text(about: [verb]).split(separator: "\n").first { $0.hasPrefix("Usage: ") })
            for option in verb.options {
                #expect(usage.contains("[\(option.shape)]") == !option.isRequired, "\(verb.name) \(option.name)")
            }
            let required = verb.options.filter(\.isRequired)
            guard !required.isEmpty else { continue }
            let fixture = try CommandFixture()
            let operands = ["a.jpg", "1", "2", "3", "4"].prefix(max(1, verb.operandCount.lowerBound))
            let words = verb.name.split(separator: " ").map(String.init) + operands
            #expect(await fixture.run(words.map { MediaPath($0) }) == .failed)
            let wanted = required.map { "filmstrip: usage: \(verb.name) wants \($0.shape)\n" }
            #expect(wanted.contains(fixture.errors.text), "\(fixture.errors.text)")
        }
        // What help shows is what the contract asks for.
        let bare = parser.verbs.filter { $0.options.contains(where: \.isRequired) }.map(\.name)
        #expect(bare == ["thumb", "crop", "export", "live split", "live join", "live convert", "decode"])
    }

    @Test func `5.14 no line of help about a verb is longer than a wide window`() {
        let help = HelpText(verbs: parser.verbs)
        for verb in parser.verbs {
            for line in verb.details.split(separator: "\n") { #expect(line.count <= 120, "\(verb.name): \(line)") }
        }
        #expect(help.overview.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test func `5.14 limits are told as people write them`() throws {
        let invocation = try #require(try parse("record", "--for", "99999999"))
        let error = #expect(throws: CommandError.self) { try invocation.number("--for", in: 0.1...86_400) }
        #expect(error?.message.contains("from 0.1 to 86400, not") == true)
    }

    @Test func `the edit distance counts insertions, removals, replacements and swaps`() {
        #expect(editDistance("", "") == 0)
        #expect(editDistance("album", "album") == 0)
        #expect(editDistance("", "abc") == 3)
        #expect(editDistance("alubm", "album") == 1)
        #expect(editDistance("abum", "album") == 1)
        #expect(editDistance("albums", "album") == 1)
        #expect(editDistance("kitten", "sitting") == 3)
        #expect(nearest(to: "x", among: []) == nil)
    }

    @Test func `5.14 suggestions know the version and the groups, and are silent about single letters`() {
        #expect(failure("--versoin").contains("did you mean --version?"))
        #expect(failure("librry").hasSuffix("did you mean library?"))
        #expect(failure("liv").hasSuffix("did you mean live?"))
        #expect(!failure("-v").contains("did you mean"))
        #expect(!failure("crop", "a.jpg", "0", "0", "5", "-5", "-o", "b.jpg").contains("did you mean"))
    }

    @Test func `5.14 options of every verb may stand between the two words of one`() throws {
        let invocation = try #require(try parse("library", "--json", "--cache", "c", "list", "--limit", "3"))
        #expect(invocation.verb.name == "library list" && invocation.has("--json"))
        #expect(invocation.path("--cache") == "c")
        #expect(try invocation.text("--limit") == "3")
        #expect(failure("library", "--json").contains("index, list"))
    }

    @Test func `5.14 a number that is too large is told where numbers end`() throws {
        let invocation = try #require(try parse("samples", "x", "--seed", "18446744073709551615"))
        #expect(try invocation.number64("--seed") == .max)
        let other = try #require(try parse("export", "a", "--to", "b", "--max-bytes", "99999999999999999999"))
        let error = #expect(throws: CommandError.self) { try other.integer("--max-bytes", in: 1...Int.max) }
        #expect(error?.message.contains("from 1 to 9223372036854775807") == true)
    }
}
