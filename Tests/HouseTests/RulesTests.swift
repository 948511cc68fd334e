import Foundation
import Testing

/// Each rule is shown a planted fault, so that a law which nothing can break is found out.
@Suite struct RulesTests {
    private func file(_ text: String) -> House.File {
        House.File(path: "Planted.swift", lines: text.components(separatedBy: "\n"))
    }

    @Test(arguments: [
        ("import UIKit", "UIKit"), ("public import Foundation", "Foundation"),
        ("@testable import Filmstrip", "Filmstrip"),
        ("@preconcurrency package import Dispatch", "Dispatch"), ("import struct Foundation.Data", "Foundation"),
        ("let important = imported", nil), ("", nil),
    ])
    func `An import is read`(_ line: String, _ module: String?) {
        #expect(Rules.importedModule(line) == module)
    }

    @Test func `A question for the system is noticed`() {
        #expect(Rules.asksForSystem("#if os(Linux)"))
        #expect(Rules.asksForSystem("    #elseif canImport(Glibc)"))
        #expect(!Rules.asksForSystem("#if DEBUG"))
        #expect(!Rules.asksForSystem("if os(x) {"))
    }

    @Test func `The requirements of a protocol are counted, and those of its neighbours are not`() {
        let text = """
            public protocol Wide: Sendable {
                associatedtype Item
                var a: Int { get }
                func b() async throws(E)
                init(c: Int)
            }
            struct Other { func x() {}; var y: Int }
            protocol Empty {}
            protocol Narrow {
                func only()
            }
            """
        let found = Rules.protocolRequirements(SwiftText.code(of: text.components(separatedBy: "\n")))
        #expect(found.map { "\($0.0) \($0.1)" } == ["Wide 4", "Empty 0", "Narrow 1"])
    }

    @Test func `Paths that differ by case only are told`() {
        #expect(
            Rules.caseTwins(["Sources/filmstrip", "Sources/Filmstrip", "Tests"]) == [
                "Sources/Filmstrip", "Sources/filmstrip",
            ])
        #expect(Rules.caseTwins(["a", "b"]) == [])
    }

    @Test func `A promise without its reason is told`() {
        #expect(
            Rules.unreasonedPromises(file("final class A: @unchecked Sendable {\n    // The lock guards all.\n}")) == []
        )
        #expect(Rules.unreasonedPromises(file("final class A: @unchecked Sendable {\n    let a: Int\n}")).count == 1)
        #expect(Rules.unreasonedPromises(file("nonisolated(unsafe) var a = 1\nlet b = 2")).count == 1)
    }

    @Test func `Careless lines are told, those with a reason are not`() {
        #expect(
            Rules.carelessLines(file("func a() {\n    print(1)\n    try? b()\n    fatalError(\"x\")\n}")).count == 3)
        #expect(
            Rules.carelessLines(file("func a() {\n    // Gone already is as good as removed.\n    try? b()\n}")) == [])
        #expect(Rules.carelessLines(file("let text = \"print(1) try? fatalError()\" ; blueprint(2)")) == [])
    }

    @Test func `A public symbol without documentation is told`() {
        let bare = Rules.publicSymbols(file("public struct A {\n    public var b: Int\n    public func c() {}\n}"))
        #expect((bare.documented, bare.bareProperties.count, bare.bareSymbols.count) == (0, 1, 2))
        let good = Rules.publicSymbols(
            file("/// One.\n@MainActor\npublic struct A {\n    /// Two.\n    public var b: Int\n}"))
        #expect((good.documented, good.bareProperties, good.bareSymbols) == (2, [], []))
        let none = Rules.publicSymbols(file("public import Foundation\nlet a = \"public var b\""))
        #expect((none.documented, none.bareProperties, none.bareSymbols) == (0, [], []))
    }

    @Test func `What a protocol asks for is documented there, and nowhere else`() {
        let text = "protocol A {\n    func one(_ a: Int)\n}\nextension A {\n    func two() {}\n}"
        let names = Rules.requirementNames(text.components(separatedBy: "\n"))
        #expect(names == ["one"])
        let symbols = Rules.publicSymbols(file("public func one() {}\npublic func two() {}"), requirements: names)
        #expect(symbols.bareSymbols.count == 1)
    }

    @Test func `Comments and strings are no code`() {
        let text = "let a = \"// \\\" x\" // y\n/* b\n/* c */ d\n*/ e\nlet f = \"\"\"\n  import UIKit\n  \"\"\"\ng"
        #expect(
            SwiftText.code(of: text.components(separatedBy: "\n"))
                == ["let a = \"\" ", "", "", " e", "let f = ", "", "\"\"", "g"])
    }
}
