import CVideo4Linux
import Filmstrip
import Foundation
import Glibc

/// The calls to the kernel's cameras, as a table that tests can replace.
struct V4L2Calls: Sendable {
    /// The nodes that may be cameras, in their order.
    var paths: @Sendable () -> [String]
    /// Opens a node; a negative number is the error.
    var open: @Sendable (String) -> Int32
    var close: @Sendable (Int32) -> Void
    /// Makes a request; 0, or the negative error.
    var ioctl: @Sendable (Int32, UInt, UnsafeMutableRawPointer) -> Int32

    /// The real ones.
    static let kernel = V4L2Calls(
        paths: {
            (0..<64).map { "/dev/video\($0)" }.filter { access($0, F_OK) == 0 }
        },
        open: { path in
            let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            return descriptor >= 0 ? descriptor : -errno
        },
        close: { _ = Glibc.close($0) },
        ioctl: { descriptor, request, argument in
            while true {
                if Glibc.ioctl(descriptor, request, argument) >= 0 { return 0 }
                if errno != EINTR { return -errno }
            }
        })
}

/// A node of the kernel, open as long as this object lives.
final class V4L2Node: Sendable {
    let path: String
    private let calls: V4L2Calls
    private let descriptor: Int32

    /// - Throws: the kernel's error.
    init(_ path: String, _ calls: V4L2Calls) throws(V4L2Failure) {
        let descriptor = calls.open(path)
        guard descriptor >= 0 else { throw V4L2Failure(code: -descriptor) }
        self.path = path
        self.calls = calls
        self.descriptor = descriptor
    }

    deinit {
        calls.close(descriptor)
    }

    /// Makes a request with that argument.
    func request<Argument>(_ request: UInt, _ argument: inout Argument) throws(V4L2Failure) {
        let result = withUnsafeMutablePointer(to: &argument) { calls.ioctl(descriptor, request, $0) }
        guard result >= 0 else { throw V4L2Failure(code: -result) }
    }
}

/// What the kernel answered.
struct V4L2Failure: Error, Sendable, Hashable {
    var code: Int32
    /// What was asked for, where that is known.
    var control: String?

    var text: String { String(cString: strerror(code)) + (control.map { " at \($0)" } ?? "") }
}
