import Foundation

/// Prints tables of ratios, each measured side by side in one run, with the target beside the figure.
@main
struct Benchmarks {
    static let sections: [(name: String, run: @Sendable (Workshop) async throws -> [Figure])] = []

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst()
        do {
            let workshop = try Workshop()
            for section in sections where wanted.isEmpty || wanted.contains(section.name) {
                print("\n\(section.name)")
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
}
