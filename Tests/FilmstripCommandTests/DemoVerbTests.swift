import Filmstrip
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(1))) struct DemoVerbTests {
    @Test(arguments: [["library/photo.jpg", "cache/index", "report.md"], [".hidden"]])
    func `5.14 a folder that no demo made is never emptied`(names: [String]) async throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("home")
        for name in names {
            let path = folder.appending(name)
            try path.parent.makeFolders()
            path.put("mine")
        }
        #expect(await fixture.run("demo", "--headless", folder.string, "--tiny", "--json") == .failed)
        #expect(fixture.errorCode == "exists")
        for name in names { #expect(try folder.appending(name).readAll() == Array("mine".utf8)) }
    }

    @Test func `5.14 without a folder the demo becomes the app, with the library and the language of the call`()
        async throws
    {
        let fixture = try CommandFixture()
        #expect(await fixture.run("demo", "--json") == .failed)
        #expect(fixture.errorCode == "noDisplay" && fixture.becoming.withLock { $0.isEmpty })
        let shown = try CommandFixture(variables: ["DISPLAY": ":7"])
        // Nobody returns from there but with an error.
        #expect(await shown.run("demo", "--library", "a", "--cache", "/c", "--lang", "zh-Hans", "--json") == .failed)
        #expect(shown.errorCode == "notFound")
        let library = shown.folder.appending("a").string
        let words = ["filmstrip-demo", "--lang", "zh-Hans", "--library", library, "--cache", "/c"]
        #expect(shown.becoming.withLock { $0 } == [words])
        let wrong = try CommandFixture(variables: ["DISPLAY": ":7"])
        #expect(await wrong.run("demo", "--tiny", "--json") == .failed && wrong.errorCode == "usage")
    }

    @Test func `5.14 a marker of another's making is no permission`() async throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("home")
        try folder.appending("library").makeFolders()
        folder.appending(DemoVerb.marker).put("")
        #expect(await fixture.run("demo", "--headless", folder.string, "--tiny", "--json") == .failed)
        #expect(folder.appending("library").isFolder)
    }

    @Test func `5.14 the end names the photo and the report, and the report shows the pictures`() throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("out")
        try folder.makeFolders()
        try folder.appending("a.jpg").writeNew(EncodeVerbTests.jpeg())
        folder.appending("a.txt").put("text")
        var report = DemoReport(folder: folder)
        let photo = try report.add(folder.appending("a.jpg"))
        report.remember(photo, as: "photo")
        report.show([photo, try report.add(folder.appending("a.txt"))])
        #expect(photo.strip == "–" && photo.proof.isEmpty)
        #expect(
            DemoVerb.closing(report, in: "demo-output")
                == "Your photo: demo-output/a.jpg\nThe report: demo-output/report.md")
        #expect(report.text.contains(#"<img src="a.jpg" alt="a.jpg" height="180">"#))
        #expect(report.text.contains("[a.txt](a.txt)"))
    }

    @Test func `5.14 a folder of an earlier demo is made anew, and what others put there stays`() throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("out")
        try DemoVerb.prepare(folder)
        for name in ["library/old.jpg", "scenarios/old.jpg", "report.md", "mine.txt"] {
            let path = folder.appending(name)
            try path.parent.makeFolders()
            path.put("x")
        }
        try DemoVerb.prepare(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
        #expect(names.sorted() == [DemoVerb.marker, "mine.txt"])
    }
}
