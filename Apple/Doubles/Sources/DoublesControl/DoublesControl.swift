@_exported public import DoublesGround
public import Foundation
public import Testing
public import UIKit

/// Runs a test on a device of its own: tests with this trait run one after another, each begins with a fresh world, and
/// fails when Apple would not have forgiven something that the test did not expect. A test that hangs fails after a minute, and
/// lets the next one through; see `Turnstile`. So they need no time limit of the testing library's, which would count the time
/// that they wait for each other.
public struct OnDevice: TestTrait, SuiteTrait, TestScoping {
    let device: Device
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OnDevice? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let pass = await Turnstile.shared.enter(test.displayName ?? test.name)
        World.current.begin(device)
        let patience = Task {
            try await Task.sleep(for: Turnstile.patience)
            guard await Turnstile.shared.giveUp(pass) else { return }
            Issue.record("it hangs: not over after \(Turnstile.patience)", sourceLocation: test.sourceLocation)
        }
        let result: Result<Void, any Error>
        do {
            try await function()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        patience.cancel()
        // Whoever was given up has no device any more.
        if await Turnstile.shared.isInside(pass) {
            await Screen.settle()
            for violation in World.current.takeViolations() {
                Issue.record("not forgiven by Apple: \(violation)", sourceLocation: test.sourceLocation)
            }
        }
        await Turnstile.shared.leave(pass)
        try result.get()
    }
}

extension Trait where Self == OnDevice {
    /// On a phone where everything is allowed, or on what `change` makes of it.
    public static func phone(_ change: (inout Device) -> Void = { _ in }) -> OnDevice {
        var device = Device.phone
        change(&device)
        return OnDevice(device: device)
    }
    public static var phone: OnDevice { .phone() }
    /// On a tablet where everything is allowed, or on what `change` makes of it.
    public static func pad(_ change: (inout Device) -> Void = { _ in }) -> OnDevice {
        var device = Device.pad
        change(&device)
        return OnDevice(device: device)
    }
    public static var pad: OnDevice { .pad() }
}
