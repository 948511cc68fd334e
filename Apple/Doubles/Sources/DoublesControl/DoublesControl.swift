@_exported public import DoublesGround
public import Foundation
public import Testing
public import UIKit

/// Runs a test on a device of its own: tests with this trait run one after another, each begins with a fresh world, and
/// fails when Apple would not have forgiven something that the test did not expect.
public struct OnDevice: TestTrait, SuiteTrait, TestScoping {
    let device: Device
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OnDevice? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Turnstile.shared.enter()
        World.current.begin(device)
        let result: Result<Void, any Error>
        do {
            try await function()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await Screen.settle()
        for violation in World.current.takeViolations() {
            Issue.record("not forgiven by Apple: \(violation)", sourceLocation: test.sourceLocation)
        }
        await Turnstile.shared.leave()
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

/// Lets one test through at a time.
private actor Turnstile {
    static let shared = Turnstile()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }
    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
