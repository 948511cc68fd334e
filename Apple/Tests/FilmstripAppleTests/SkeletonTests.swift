import AVFoundation
import DoublesControl
import FilmstripApple
import Testing

@Suite(
    .phone {
        $0.statuses = [:]; $0.answers = [.camera: .authorized]
    }) struct SkeletonTests
{
    @Test func `The doubles ask for the camera beside the shipped target`() async throws {
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
        #expect(await AVCaptureDevice.requestAccess(for: .video))
        #expect(World.current.questionsAsked == [.camera])
    }
}
