import FilmstripTesting
import Testing

@testable import Filmstrip

@Suite struct CameraSessionSnapshotTests {
    @Test func `a snapshot tells all that the session knows, at one moment`() async throws {
        let fixture = try await SessionFixture.running(flash: .on)
        let mode = try await fixture.session.setLiveMode(LiveSettings(wantsSound: false))
        let snapshot = await fixture.session.snapshot()
        #expect(snapshot.state.camera?.id == "simulated-rear" && snapshot.cameras.count == 2)
        #expect(snapshot.flash == .on && snapshot.live == mode && mode != nil && !snapshot.canPauseRecording)
        try await fixture.session.setLiveMode(nil)
        try await fixture.session.startRecording(RecordingSettings(wantsSound: false))
        let later = await fixture.session.snapshot()
        #expect(later.live == nil && later.canPauseRecording)
        await fixture.session.stop()
    }

    @Test func `one that arrives late is known as late`() async {
        let session = SessionFixture().session
        let (first, second) = (await session.snapshot(), await session.snapshot())
        #expect(first.isNewer(than: nil) && second.isNewer(than: first.number))
        #expect(!first.isNewer(than: second.number) && !second.isNewer(than: second.number))
    }
}
