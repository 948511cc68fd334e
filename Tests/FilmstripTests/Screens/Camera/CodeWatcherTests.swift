import FilmstripTesting
import Foundation
import Synchronization
import Testing

@testable import Filmstrip

@Suite struct CodeOfferTests {
    private func offer(_ text: String) -> CodeOffer? { CodeOffer(SeenCode(text: text)) }

    @Test func `5.9 a link is shown by where it leads, and nothing else is a link`() throws {
        #expect(offer("https://example.org/a?b#c")?.title == "example.org")
        #expect(offer("https://example.org/a?b#c")?.link?.absoluteString == "https://example.org/a?b#c")
        #expect(offer(" HTTP://example.org ")?.link != nil)
        // It leads to the last of them, whatever stands before it.
        #expect(offer("https://bank.example@evil.example/")?.title == "evil.example")
        for text in [
            "javascript:alert(1)", "file:///etc/passwd", "tel:+123", "WIFI:S:home;T:WPA;P:secret;;", "example.org",
            "https://", "https:///path", "data:text/html,x", "https://exa\u{301}mple.org", "http://a b.example",
            "https://example.org\njavascript:alert(1)", "https://\u{202E}gro.elpmaxe",
            "https://example.org/" + String(repeating: "a", count: 2000), "https://ex%61mple.org",
        ] {
            #expect(offer(text)?.link == nil, "\(text)")
        }
    }

    @Test func `5.9 what cannot be seen, or turns a line around, is neither shown nor copied`() throws {
        let hostile = "pay\u{202E}\u{200B}\u{0}\u{1B}[31m me\u{2066}\u{FEFF}\u{E0041}\u{2028}now\r\n\tplease\u{7F}"
        let offer = try #require(self.offer(hostile))
        #expect(offer.text == "pay[31m menow\n\tplease")
        #expect(offer.title == "pay[31m menow please")
        #expect(self.offer("") == nil && self.offer("\u{200B}\u{0} \n") == nil)
        #expect(self.offer("你好，世界 👋")?.title == "你好，世界 👋")
    }

    @Test func `5.9 a long text is cut in its middle, and a tower of marks is long`() throws {
        let long = (0..<100).map { "\($0)" }.joined()
        let title = try #require(offer(long)?.title)
        #expect(title.count <= CodeOffer.titleLength && title.hasPrefix("0123456789") && title.hasSuffix("9899"))
        #expect(title.contains("…") && offer(long)?.text == long)
        let tower = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(try #require(offer(tower)).title.unicodeScalars.count <= CodeOffer.titleLength)
        let host = "https://" + String(repeating: "a", count: 60) + ".example.org/"
        #expect(try #require(offer(host)).title.hasSuffix("example.org"))
    }
}

@Suite(.timeLimit(.minutes(1))) @MainActor struct CodeWatcherTests {
    /// Finds what it is told to find, and counts.
    private final class Reader: CodeReader {
        let found = Mutex<(texts: [String], looks: Int)>(([], 0))

        func codes(in frame: PixelFrame) -> [SeenCode] {
            found.withLock { found in
                found.looks += 1
                return found.texts.map { SeenCode(text: $0, corners: [PicturePoint(x: 0, y: 0)]) }
            }
        }

        var looks: Int { found.withLock(\.looks) }
        func show(_ texts: String...) { found.withLock { $0.texts = texts } }
    }

    private let reader = Reader()
    private let clock = ManualClock()
    private let frame = PixelFrame(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, bytes: Data(count: 4))

    /// Lets time pass, and one look be had.
    private func look(_ watcher: CodeWatcher, after time: Duration = .milliseconds(250)) async {
        clock.advance(by: time)
        watcher.see(frame)
        #expect(watcher.isLooking)
        await until { !watcher.isLooking }
    }

    @Test func `5.9 it looks four times a second at most, and once at a time`() async {
        let watcher = CodeWatcher(reader, clock: clock)
        watcher.see(frame)
        watcher.see(frame)
        #expect(watcher.isLooking)
        await until { !watcher.isLooking }
        for _ in 0..<40 {
            clock.advance(by: .milliseconds(25))
            watcher.see(frame)
            await until { !watcher.isLooking }
        }
        #expect((4...5).contains(reader.looks))
    }

    /// Takes so long to look, and finds nothing.
    private struct SlowReader: CodeReader {
        let clock: ManualClock
        func codes(in frame: PixelFrame) -> [SeenCode] {
            clock.advance(by: .milliseconds(400))
            return []
        }
    }

    @Test func `5.9 a picture that takes long to look at is followed by four times that long without a look`() async {
        let watcher = CodeWatcher(SlowReader(clock: clock), clock: clock)
        watcher.see(frame)
        await until { !watcher.isLooking }
        clock.advance(by: .milliseconds(1599))
        watcher.see(frame)
        #expect(!watcher.isLooking)
        clock.advance(by: .milliseconds(1))
        watcher.see(frame)
        #expect(watcher.isLooking)
        await until { !watcher.isLooking }
    }

    @Test func `5.9 a code is offered once while it is in view, and goes two seconds after it went`() async {
        let watcher = CodeWatcher(reader, clock: clock)
        reader.show("one")
        await look(watcher)
        #expect(watcher.offer?.title == "one" && watcher.corners.count == 1)
        watcher.dismiss()
        await look(watcher)
        #expect(watcher.offer == nil)
        reader.show()
        await look(watcher, after: .milliseconds(1650))
        reader.show("one")
        await look(watcher)
        // It was never away for two seconds.
        #expect(watcher.offer == nil)
        reader.show()
        await look(watcher, after: .seconds(2))
        reader.show("one")
        await look(watcher)
        #expect(watcher.offer?.title == "one")
        reader.show()
        await look(watcher, after: .milliseconds(1000))
        #expect(watcher.offer != nil)
        await look(watcher, after: .milliseconds(1000))
        #expect(watcher.offer == nil)
    }

    @Test func `5.9 another code waits until the first has gone, and one without a text is none`() async {
        let watcher = CodeWatcher(reader, clock: clock)
        reader.show("\u{200B}")
        await look(watcher)
        #expect(watcher.offer == nil)
        reader.show("\u{200B}", "one")
        await look(watcher)
        #expect(watcher.offer?.title == "one")
        reader.show("two", "one")
        await look(watcher)
        reader.show("two")
        await look(watcher, after: .milliseconds(1500))
        #expect(watcher.offer?.title == "one")
        await look(watcher, after: .milliseconds(500))
        #expect(watcher.offer?.title == "two")
        watcher.rest()
        #expect(watcher.offer == nil && watcher.corners.isEmpty)
        await look(watcher)
        #expect(watcher.offer?.title == "two")
    }

    @Test func `5.9 the screen offers a code while its picture is live, and looks at nothing else`() async {
        reader.show("https://example.org/")
        let fixture = SessionFixture()
        let model = CameraScreenModel(
            fixture.session, request: CaptureRequest(maximumCount: 2), photo: PhotoSettings(format: .png),
            codes: reader, clock: fixture.clock)
        #expect(model.code == nil)
        await model.appear()
        fixture.camera.tick()
        await until { model.code != nil }
        #expect(model.code?.link?.host() == "example.org")
        await model.press()
        #expect(model.code == nil)
        await model.use()
        #expect(model.code != nil)
        model.dismissCode()
        #expect(model.code == nil)
        // Another camera sees something else, even the same.
        await model.flip()
        fixture.clock.advance(by: .milliseconds(300))
        fixture.camera.tick()
        await until { model.code != nil }
        await model.exit()
        let looks = reader.looks
        fixture.camera.tick(3)
        await settle()
        #expect(reader.looks == looks)
    }
}
