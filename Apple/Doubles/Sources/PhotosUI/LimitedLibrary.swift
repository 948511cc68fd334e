import DoublesGround

/// The system's list of photos that an app may see, as long as it shows.
@MainActor package final class LimitedLibraryPicker: UIViewController {
    package var completion: (@Sendable ([String]) -> Void)?
    package override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
    package required init?(coder: NSCoder) { nil }

    /// The user's press on Done: what was added.
    package func finish(_ added: [String]) {
        dismiss(animated: true) { [completion] in
            PHPhotoLibrary.shared().tellObservers()
            Queues.anywhere.async { completion?(added) }
        }
    }
}

extension PHPhotoLibrary {
    /// Shows the list when a part of the library is allowed; does nothing else.
    @available(iOS 14.0, *)
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        show(from: controller, nil)
    }
    @available(iOS 15.0, *)
    public func presentLimitedLibraryPicker(
        from controller: UIViewController, completionHandler: @escaping @Sendable ([String]) -> Void
    ) {
        show(from: controller, completionHandler)
    }
    @available(iOS 15.0, *)
    @discardableResult public nonisolated(nonsending) func presentLimitedLibraryPicker(
        from controller: UIViewController
    ) async -> [String] {
        // Shown on the actor of the caller, as Apple's.
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        show(from: controller) {
            answer.yield($0)
            answer.finish()
        }
        return await answers.first { _ in true } ?? []
    }

    private func show(from controller: UIViewController, _ completion: (@Sendable ([String]) -> Void)?) {
        guard World.current.status(of: .photosReadWrite) == .limited else {
            if let completion { Queues.anywhere.async { completion([]) } }
            return
        }
        // Not declared for the main actor, but of no use elsewhere.
        guard Queues.isMain else {
            return World.current.record(.offMainThread, "the limited library is presented on a background thread")
        }
        MainActor.assumeIsolated {
            let picker = LimitedLibraryPicker(nibName: nil, bundle: nil)
            picker.completion = completion
            controller.present(picker, animated: true)
        }
    }
}
