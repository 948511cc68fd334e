import Glibc

/// A file descriptor with an owner: closed with the last reference.
public final class OwnedDescriptor: Sendable {
    /// The descriptor, valid as long as this object lives.
    public let rawValue: Int32

    /// Takes over an open descriptor.
    public init(taking descriptor: Int32) {
        rawValue = descriptor
    }

    deinit {
        close(rawValue)
    }

    /// Whether nobody holds the other end of the connection any more.
    var isHungUp: Bool {
        var state = pollfd(fd: rawValue, events: 0, revents: 0)
        return poll(&state, 1, 0) < 0 || Int32(state.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
    }
}
