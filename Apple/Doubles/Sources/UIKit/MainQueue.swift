/// Later turns of the main queue, counted, so that a test can wait until nothing moves any more.
@MainActor package enum MainQueue {
    package private(set) static var pending = 0

    package static func later(_ body: @escaping @MainActor () -> Void) {
        pending += 1
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                body()
                pending -= 1
            }
        }
    }
}
