#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    public import FilmstripApple
    public import UIKit

    /// Shows what the picking flow asks for: alerts, sheets and notices, the system's picker and camera, the editors.
    ///
    /// It draws and reports, and decides nothing. Its screen is held weakly; what it shows is closed before a call returns.
    /// Any dismissal, by whomever, ends a call as cancelled.
    @MainActor public final class UIKitPresenter: Presenter {
        /// What an app may want otherwise.
        public struct Configuration: Sendable {
            /// Makes the view over an embedded camera. It is given what takes the photo and what ends the camera.
            public typealias Overlay =
                @MainActor @Sendable (
                    _ takePhoto: @escaping @MainActor @Sendable () -> Void,
                    _ cancel: @escaping @MainActor @Sendable () -> Void
                ) -> UIView

            /// Whether screens move in and out; they do by default.
            public var isAnimated: Bool
            /// The view over an embedded camera; nil, the default, for a cross-hair and a button.
            public var overlay: Overlay?
            /// What the user reads on the screens that come after the sheet: the cropper, and our view over the camera. In the
            /// user's language by default.
            public var texts: Texts
            /// The sentences of the Info.plist that are demanded before a camera is opened; the app's by default.
            public var usage: UsageDescriptions
            /// What notices are timed by.
            public var clock: any Clock<Duration>

            /// A configuration; see the fields for the defaults.
            public init(
                isAnimated: Bool = true, overlay: Overlay? = nil, texts: Texts = .preferred(),
                usage: UsageDescriptions = .app, clock: any Clock<Duration> = ContinuousClock()
            ) {
                self.isAnimated = isAnimated
                self.overlay = overlay
                self.texts = texts
                self.usage = usage
                self.clock = clock
            }
        }

        let configuration: Configuration
        let stage: Stage
        let inbox = Inbox()
        /// The notice on the screen; a new one takes the place of the old.
        weak var notice: NoticeView?
        /// What is on the screen, or waits for it; more than one where an app asks for two things at once.
        private var showing: [Showing] = []

        /// Something on the screen, and how it is ended from outside.
        private final class Showing: Sendable {
            let end: @MainActor @Sendable () -> Void

            init(end: @escaping @MainActor @Sendable () -> Void) { self.end = end }
        }

        /// Presents over a screen of the app, which is held weakly.
        public init(over controller: UIViewController, configuration: Configuration = Configuration()) {
            self.configuration = configuration
            stage = Stage(controller: controller)
        }

        /// Presents over whatever is on the top of a scene, which is held weakly.
        public init(in scene: UIWindowScene, configuration: Configuration = Configuration()) {
            self.configuration = configuration
            stage = Stage(scene: scene)
        }

        /// Waits until a screen is in a window and no transition goes on. An iPad wants an anchor for a sheet.
        public func waitUntilVisible() async -> PresentationPlace? {
            guard await stage.waitUntilReady(), let top = stage.top else { return nil }
            return PresentationPlace(
                needsAnchor: top.traitCollection.userInterfaceIdiom == .pad, choosesWithoutPermission: true)
        }

        /// Takes away all that is shown, and gives up waiting for a place.
        public func dismiss() {
            stage.giveUp()
            for one in showing { one.end() }
        }

        /// Does something that shows a screen. `dismiss()` and the end of the task give the answer.
        func shown<Value: Sendable>(
            _ answer: Answer<Value>, orElse cancelled: Value, _ body: () async -> Value
        ) async -> Value {
            let one = Showing { answer.give(cancelled) }
            showing.append(one)
            defer { showing.removeAll { $0 === one } }
            return await withTaskCancellationHandler {
                guard await stage.waitUntilReady(), !answer.isGiven, !Task.isCancelled else { return cancelled }
                return await body()
            } onCancel: { [stage] in
                Task { @MainActor in
                    stage.giveUp()
                    one.end()
                }
            }
        }

        /// Puts a controller on the screen, and waits until it gives its answer and is gone.
        /// - Parameters:
        ///   - cancelled: the answer where there is no place for it, or somebody takes it away.
        ///   - make: makes the controller, which gives the answer, and what has to be kept as long as it is there; nil where
        ///     there is nothing to show.
        func present<Value: Sendable>(
            orElse cancelled: Value,
            _ make: @MainActor (_ answer: Answer<Value>, _ top: UIViewController) -> (UIViewController, [AnyObject])?
        ) async -> Value {
            let answer = Answer<Value>()
            return await shown(answer, orElse: cancelled) {
                let watch = begin(answer, orElse: cancelled, make)
                let value = await answer.value
                await stage.close(watch?.controller, animated: configuration.isAnimated)
                return value
            }
        }

        /// Puts a controller on the screen. Apart from the wait, whose frame would keep the controller alive: it has to go as
        /// soon as nobody shows it.
        private func begin<Value: Sendable>(
            _ answer: Answer<Value>, orElse cancelled: Value,
            _ make: @MainActor (_ answer: Answer<Value>, _ top: UIViewController) -> (UIViewController, [AnyObject])?
        ) -> DismissalWatch? {
            guard let top = stage.top, let (controller, company) = make(answer, top) else {
                answer.give(cancelled)
                return nil
            }
            let watch = DismissalWatch(controller, company: company) { answer.give(cancelled) }
            top.present(controller, animated: configuration.isAnimated)
            // UIKit refuses by doing nothing.
            if controller.presentingViewController == nil { answer.give(cancelled) }
            return watch
        }

        /// Keeps a camera inside of the app's screen until there is an answer, and takes it out.
        /// - Parameters:
        ///   - answer: what is waited for.
        ///   - cancelled: the answer where there is no place for it, or somebody takes it away.
        ///   - make: puts it there; nil where that fails.
        func hold<Value: Sendable>(
            _ answer: Answer<Value>, orElse cancelled: Value, _ make: @MainActor () -> EmbeddedCamera?
        ) async -> Value {
            await shown(answer, orElse: cancelled) {
                let embedded = make()
                if embedded == nil { answer.give(cancelled) }
                let value = await answer.value
                embedded?.end()
                return value
            }
        }
    }
#endif
