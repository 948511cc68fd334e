import Filmstrip
import Foundation

/// Where bytes go: standard output, standard error, or memory in tests.
protocol ByteSink: Sendable {
    /// Writes all of the bytes, at once.
    /// - Throws: `noSpace`, or what the system says.
    func write(_ bytes: [UInt8]) throws(CommandError)
}

/// An open file descriptor as a sink. It is not closed.
struct DescriptorSink: ByteSink {
    let descriptor: Int32

    func write(_ bytes: [UInt8]) throws(CommandError) {
        let number = bytes.withUnsafeBytes { buffer -> Int32 in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno != EINTR { return errno }
                rest = rest.dropFirst(max(0, count))
            }
            return 0
        }
        guard number == 0 else {
            var failure =
                number == ENOSPC
                ? CommandError(.noSpace, "There is no space left for the output.")
                : CommandError(.unreadable, "The output cannot be written: \(String(cString: strerror(number))).")
            failure.isOfOutput = true
            throw failure
        }
    }
}

/// A sink that remembers what was written.
final class MemorySink: ByteSink {
    private let written = Locked<[UInt8]>([])

    func write(_ bytes: [UInt8]) { written.withLock { $0 += bytes } }

    var bytes: [UInt8] { written.withLock { $0 } }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
