import Foundation

/// A value behind a lock. The only lock of the package: `Synchronization` would ask for iOS 18.
///
/// Decide under the lock, act after it: never call out to somebody else's code from inside `withLock`.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards every access to `value`.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
