import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraContractTests {
    private func subject(_ camera: SimulatedCamera) -> CameraContract.Subject {
        CameraContract.Subject(
            camera: camera, frontDevice: "simulated-front", size: PixelSize(width: 160, height: 120), stillFormat: .png,
            decodeStill: { try StoredPNG.frame(of: $0) }, decodeMovie: { try StoredPNG.frames(of: $0) },
            advance: { camera.tick(3) })
    }

    @Test(arguments: CameraContract.laws)
    func `5.2 the simulated camera keeps the law`(_ law: CameraContract.Law) async throws {
        try await law.check(subject(SimulatedCamera()))
    }

    @Test func `5.2 each law has a title of its own`() {
        #expect(Set(CameraContract.laws.map(\.title)).count == CameraContract.laws.count)
        #expect(CameraContract.laws.count >= 18)
    }

    /// A camera with a fault, and the law that finds it.
    static let faulty: [(String, @Sendable (SimulatedCamera) -> Void)] = [
        (
            "there is a camera, or an error that says why not",
            {
                $0.disconnect("simulated-rear"); $0.disconnect("simulated-front")
            }
        ),
        ("opening twice is a change to the second", { $0.disconnect("simulated-front") }),
        ("a photo is a temporary file of the size and format asked for", { $0.fail(.photo, with: .notReady) }),
        ("there is one recording at a time, and another one after it", { $0.fail(.recording, with: .busy) }),
        ("live photos may follow one another at once, and each is its own", { $0.fail(.liveMovie, with: .busy) }),
        ("live mode and recordings exclude each other, and photos go on in both", { $0.fail(.live, with: .busy) }),
        ("what a camera has can be changed", { $0.fail(.apply, with: .configurationFailed("no")) }),
    ]

    @Test(arguments: faulty)
    func `5.2 a camera that breaks a law is found`(title: String, spoil: @Sendable (SimulatedCamera) -> Void)
        async throws
    {
        let law = try #require(CameraContract.laws.first { $0.title == title })
        let camera = SimulatedCamera()
        spoil(camera)
        await #expect(throws: (any Error).self) { try await law.check(subject(camera)) }
        #expect(camera.openCamera == nil)
    }

    @Test(arguments: [
        "previews come upright, unmirrored and one after the other",
        "a recording ends by itself at its longest duration",
        "a live photo is a still, and a movie that shows it where it says",
    ])
    func `5.2 a camera whose frames stay out breaks the law, and hangs nobody`(title: String) async throws {
        let law = try #require(CameraContract.laws.first { $0.title == title })
        var subject = subject(SimulatedCamera())
        subject.advance = {}
        subject.patience = .milliseconds(20)
        await #expect(throws: ContractViolation.self) { try await law.check(subject) }
    }
}
