import Filmstrip
import FilmstripLinux
import FilmstripTesting
import Foundation

/// Prints tables of ratios, each measured side by side in one run, with the target beside the figure.
///
/// Names of sections as arguments choose among them.
@main
struct Benchmarks {
    static let sections: [(name: String, title: String, run: @Sendable (Workshop) async throws -> [Figure])] = [
        ("camera", "Simulated camera, 1280 × 720 at 30 frames a second", simulatedCamera)
    ]

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst()
        do {
            let workshop = try Workshop()
            for section in sections where wanted.isEmpty || wanted.contains(section.name) {
                print("\n\(section.title)")
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
        let camera = GStreamerCamera(GStreamerCamera.Configuration(simulated: SimulatedScene.devices))
        return try await CameraBenchmark(workshop: workshop, backend: camera, camera: "simulated-rear").figures()
    }
}
