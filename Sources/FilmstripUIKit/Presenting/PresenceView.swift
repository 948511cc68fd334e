#if os(iOS) || FILMSTRIP_DOUBLES
    import UIKit

    /// A view of no size that tells when it comes into a window or leaves it, and when it is gone for good: the only way to
    /// learn that about a screen that belongs to somebody else.
    @MainActor final class PresenceView: UIView {
        /// What has to live as long as the view.
        var company: AnyObject?
        private let onChange: @MainActor (Bool) -> Void
        private let ending = Ending()

        /// - Parameter onChange: told of each change, with whether the view is in a window now.
        init(onChange: @escaping @MainActor (_ isPresent: Bool) -> Void) {
            self.onChange = onChange
            super.init(frame: .zero)
            isHidden = true
            isUserInteractionEnabled = false
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        /// Is called when the view is gone for good.
        var onEnd: (@MainActor @Sendable () -> Void)? {
            get { ending.body }
            set { ending.body = newValue }
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            onChange(window != nil)
        }

        /// Goes with the view, whose own end may not touch what belongs to the main actor.
        @MainActor private final class Ending {
            nonisolated(unsafe) var body: (@MainActor @Sendable () -> Void)?
            // Set on the main actor only; the deinitialiser is alone with it.

            deinit {
                guard let body else { return }
                Task { @MainActor in body() }
            }
        }
    }
#endif
