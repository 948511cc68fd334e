import Filmstrip
import FilmstripLinux
import FilmstripTesting
import Foundation
import PrivateDesktop

/// Prints tables of ratios, each measured side by side in one run, with the target beside the figure.
///
/// Names of sections as arguments choose among them.
@main
struct Benchmarks {
    static let sections: [(name: String, title: String, run: @Sendable (Workshop) async throws -> [Figure])] = [
        ("crop", "Cropping", { try await CropBenchmark(workshop: $0).figures() }),
        ("base64", "Base64", { try await Base64Benchmark(workshop: $0).figures() }),
        ("index", "Index of a folder, files in memory", { try await IndexBenchmark(workshop: $0).figures() }),
        ("thumbnails", "Thumbnails behind the wall", { try await ThumbnailBenchmark(workshop: $0).figures() }),
        ("memory", "Memory of very large pictures", { try await MemoryBenchmark(workshop: $0).largePictures() }),
        (
            "scrolling", "10,000 thumbnails there and back",
            { try await MemoryBenchmark(workshop: $0).scrolling() }
        ),
        ("million", "1,000,000 rows beside 1,000", { try await MillionBenchmark(workshop: $0).figures() }),
        (
            "picker", "The album browser, drawn without a graphics processor",
            { try await PickerBenchmark(workshop: $0).figures() }
        ),
        ("camera", "Simulated camera, 1280 × 720 at 30 frames a second", simulatedCamera),
        (
            "camera-screen", "The camera screen, drawn without a graphics processor",
            { try await CameraScreenBenchmark(workshop: $0).waits() }
        ),
        (
            "camera-screen", "The camera screen's processor time",
            { try await CameraScreenBenchmark(workshop: $0).costs() }
        ),
        (
            "camera-screen", "A minute of recording through the portal and PipeWire, shown in the window",
            { try await CameraScreenBenchmark(workshop: $0).minute() }
        ),
        ("pipewire", "Virtual camera over PipeWire, 1280 × 720 at 30 frames a second", pipeWireCamera),
    ]

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst()
        if let unknown = wanted.first(where: { name in !sections.contains { $0.name == name } }) {
            print("There is no table \(unknown). There are: \(sections.map(\.name).joined(separator: " "))")
            exit(2)
        }
        do {
            let workshop = try Workshop()
            for section in sections where wanted.isEmpty || wanted.contains(section.name) {
                print("\n\(section.title)")
                // Each table is seen when it is measured, in a file and a pipe too.
                defer { fflush(nil) }
                do {
                    print(Figure.table(try await section.run(workshop)))
                } catch {
                    print("  could not be measured: \(error)")
                }
            }
        } catch {
            print("no place to work in: \(error)")
            exit(2)
        }
    }

    private static func simulatedCamera(_ workshop: Workshop) async throws -> [Figure] {
        let configuration = GStreamerCamera.Configuration(simulated: SimulatedScene.devices)
        return try await cameraBenchmark(workshop, configuration, "simulated-rear").figures()
    }

    private static func pipeWireCamera(_ workshop: Workshop) async throws -> [Figure] {
        let desktop = try await PrivateDesktop.start()
        defer { desktop.end() }
        let configuration = GStreamerCamera.Configuration(
            access: DirectCameraAccess(socketPath: desktop.pipeWireSocketPath))
        guard let first = try await GStreamerCamera(configuration).devices().first else { throw CameraError.noCamera }
        return try await cameraBenchmark(workshop, configuration, first.id).figures()
    }

    private static func cameraBenchmark(
        _ workshop: Workshop, _ configuration: GStreamerCamera.Configuration, _ camera: CameraDevice.ID
    ) -> CameraBenchmark {
        var strict = configuration
        strict.shutterLead = 0
        return CameraBenchmark(
            workshop: workshop, backend: GStreamerCamera(configuration), strict: GStreamerCamera(strict),
            camera: camera)
    }
}
