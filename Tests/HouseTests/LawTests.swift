import Foundation
import Testing

/// The laws of the house (ARCHITECTURE.md), read from the source tree.
@Suite struct LawTests {
    let house = House()

    /// The folders that must build anywhere.
    static let portable = ["Sources/Filmstrip", "Sources/FilmstripFormats", "Sources/FilmstripTesting"]
    /// The folders of shipped libraries.
    static let libraries = portable + ["Sources/FilmstripLinux", "Sources/FilmstripGTK"]

    @Test func `The tree is found and has sources`() throws {
        #expect(try house.files(in: "Sources/Filmstrip").count > 10)
        #expect(try house.files(in: "Tests").contains { $0.name == "LawTests.swift" })
    }

    @Test(arguments: portable)
    func `A portable target imports Foundation and Observation and targets of ours, nothing else`(_ folder: String)
        throws
    {
        let allowed = ["Foundation", "Observation", "Filmstrip", "FilmstripFormats"]
        for file in try house.files(in: folder) {
            for (number, line) in file.code.enumerated() {
                guard let module = Rules.importedModule(line) else { continue }
                let fine = folder == "Sources/Filmstrip" ? Array(allowed.prefix(2)) : allowed
                #expect(fine.contains(module), "\(file):\(number + 1) imports \(module)")
            }
        }
    }

    @Test(arguments: portable)
    func `A portable target does not ask for the system it runs on`(_ folder: String) throws {
        for file in try house.files(in: folder) {
            for (number, line) in file.code.enumerated() {
                #expect(!Rules.asksForSystem(line), "\(file):\(number + 1)")
            }
        }
    }

    @Test func `A protocol has at most 8 requirements`() throws {
        for file in try house.files(in: "Sources") {
            for (name, count) in Rules.protocolRequirements(file.code) {
                #expect(count <= 8, "\(file): \(name) has \(count)")
            }
        }
    }

    @Test func `A file has at most 600 lines, and few have more than 400`() throws {
        let files = try house.files(in: "Sources") + house.files(in: "Tests") + house.files(in: "Benchmarks")
        for file in files {
            #expect(file.lines.count <= 601, "\(file) has \(file.lines.count) lines: split it by topic")
        }
        let long = files.filter { $0.lines.count > 401 }
        #expect(long.count * 20 <= files.count, "too many long files: \(long)")
    }

    @Test func `No two paths differ by case only`() throws {
        let paths = try house.paths()
        var folders: Set<String> = []
        for path in paths {
            var parts = path.split(separator: "/")
            while !parts.isEmpty {
                folders.insert(parts.joined(separator: "/"))
                parts.removeLast()
            }
        }
        #expect(Rules.caseTwins(folders) == [])
    }

    @Test(arguments: ["Sources", "Apple", "Tests", "Benchmarks", "Fuzzing"])
    func `Each promise that the compiler cannot check states its reason in the next line`(_ folder: String) throws {
        for file in try house.files(in: folder) {
            #expect(Rules.unreasonedPromises(file) == [], "\(file)")
        }
    }

    @Test(arguments: [
        "Sources/FilmstripCommand", "Sources/FilmstripDemo", "Sources/PrivateDesktop", "Sources/DesktopParts",
        "Sources/WindowProbe",
    ])
    func `A program hides no error either`(_ folder: String) throws {
        for file in try house.files(in: folder) {
            for (number, line) in file.code.enumerated() {
                #expect(!line.contains("try?") && !line.contains("try!"), "\(file):\(number + 1)")
            }
        }
    }

    @Test(arguments: libraries)
    func `A library prints nothing, hides no error and does not stop the program`(_ folder: String) throws {
        for file in try house.files(in: folder) {
            #expect(Rules.carelessLines(file) == [], "\(file)")
        }
    }

    @Test(arguments: [
        "Sources/Filmstrip", "Sources/FilmstripTesting", "Sources/FilmstripLinux", "Sources/FilmstripGTK",
        "Sources/FilmstripApple", "Sources/FilmstripUIKit",
    ])
    func `Each public type and function is documented, and most properties`(_ folder: String) throws {
        // The standard library's, and ours.
        var requirements: Set = ["advanced", "duration", "sleep", "makeAsyncIterator", "next"]
        for file in try house.files(in: "Sources") { requirements.formUnion(Rules.requirementNames(file.code)) }
        var documented = 0
        var bare = 0
        for file in try house.files(in: folder) {
            let symbols = Rules.publicSymbols(file, requirements: requirements)
            #expect(symbols.bareSymbols == [], "\(file)")
            documented += symbols.documented
            bare += symbols.bareProperties.count
        }
        #expect(bare * 3 <= documented, "\(bare) properties have no comment, \(documented) symbols have one")
    }

    @Test func `Only wrapper files see C pointers: no portable file names one`() throws {
        for folder in Self.portable {
            for file in try house.files(in: folder) {
                for (number, line) in file.code.enumerated() {
                    #expect(!line.contains("OpaquePointer"), "\(file):\(number + 1)")
                }
            }
        }
    }

    @Test func `Every test folder belongs to a target of the manifest`() throws {
        let manifest = try #require(try house.files().first { $0.path == "Package.swift" }).lines.joined(
            separator: "\n")
        for path in try house.paths(in: "Tests") {
            let folder = path.split(separator: "/")[1]
            #expect(manifest.contains("\"\(folder)\""), "\(path) is in no target")
        }
    }
}
