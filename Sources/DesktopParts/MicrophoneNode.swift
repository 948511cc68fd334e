import CPipeWireNode
import Filmstrip

/// `microphone`: a source of PipeWire that hums 440 Hz. Ends when it is told to, or with PipeWire.
struct MicrophoneNode {
    private var name = "virtual-microphone"
    private var description = "Virtual Microphone"

    init(_ arguments: inout Arguments) throws(UsageError) {
        while let option = arguments.next() {
            switch option {
            case "--name": name = try arguments.value(of: option)
            case "--description": description = try arguments.value(of: option)
            default: throw UsageError("unknown option of microphone: \(option)")
            }
        }
    }

    /// Runs until a signal (exit code 0), or until PipeWire goes away (1).
    func run() throws -> Int32 {
        guard let loop = fs_node_loop_new() else { throw UsageError("no loop for the microphone") }
        defer { fs_node_loop_free(loop) }
        guard fs_node_loop_add_microphone(loop, name, description) >= 0 else {
            throw UsageError("PipeWire refused the microphone")
        }
        return fs_node_loop_run(loop) ? 0 : 1
    }
}
