/// Something that Apple's frameworks would not have forgiven: an exception that ends the app, or a call that is ignored
/// with a message in the console.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A controller presents while it presents something already.
        case presentedTwice
        /// A controller whose view is in no window presents.
        case presentedWithoutWindow
        /// Presents or dismisses while another transition goes on.
        case duringTransition
        /// The controller is on the screen already, or belongs to another controller.
        case alreadyOnScreen
        /// A popover, or an action sheet on a tablet, points at nothing.
        case missingAnchor
        /// Two buttons of an alert are its cancel button.
        case twoCancelButtons
        /// The app's Info.plist does not say what something is used for.
        case missingUsageDescription
        /// A source, a device or a mode is not there.
        case unavailable
        /// A property is set that needs another one to be set before.
        case wrongOrder
        /// An argument that raises an exception.
        case invalidArgument
        /// Something that blocks is called on the main thread.
        case blocksMainThread
        /// A change request is made outside of a block of changes.
        case outsideChanges
        /// Something of the screen is used off the main thread.
        case offMainThread
        /// A delegate that is not held is called after it has gone, which ends the app.
        case danglingDelegate
        /// Something is used that is not allowed yet.
        case notAuthorized
    }

    public let kind: Kind
    /// What Apple's console would say, more or less.
    public let detail: String

    public init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public var description: String { "\(kind.rawValue): \(detail)" }
}
