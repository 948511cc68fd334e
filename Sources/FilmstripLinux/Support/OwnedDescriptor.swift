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
}
