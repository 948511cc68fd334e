import Filmstrip
import FilmstripGTK
import FilmstripTesting

/// `call`: the one call over a library in memory and the simulated cameras, with all our windows. Prints where the picture came from.
@MainActor struct CallProbe {
    private var source: PickRequest.Source?
    private var position: CameraDevice.Position?

    init(_ words: [String]) throws {
        var words = ProbeWords(words)
        while let option = words.next() {
            switch option {
            case "--source": source = PickRequest.Source(rawValue: try words.value())
            case "--camera": position = CameraDevice.Position(rawValue: try words.value())
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    func run() async throws {
        let picker = MediaPicker(
            on: nil, library: InMemoryLibrary(count: 12), permissions: ScriptedPermissions(),
            cameras: { SimulatedCamera(pace: .clock(ContinuousClock())) },
            configuration: GTKPresenter.Configuration(texts: .english))
        // What nobody says is the request's own default.
        var request = PickRequest(editing: .none, texts: .english)
        if let source { request.source = source }
        if let position { request.capture.position = position }
        switch try await picker.pick(request) {
        case .cancelled: WindowProbe.say("cancelled")
        case .picked(let items):
            for item in items {
                switch item.media?.origin {
                case .library(let asset): WindowProbe.say("library \(asset.id.rawValue)")
                case .camera(let media): WindowProbe.say("camera \(media.kind.rawValue) \(media.cameraName)")
                case nil: WindowProbe.say("\(item.result)")
                }
            }
        }
    }
}

extension CapturedMedia {
    /// The camera that made it.
    fileprivate var cameraName: String {
        switch self {
        case .photo(let photo): photo.camera.rawValue
        case .livePhoto(let still, _): still.camera.rawValue
        case .video(let video): video.camera.rawValue
        }
    }
}
