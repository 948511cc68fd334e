public import UIKit

/// A part of a screen.
@available(iOS 13.0, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 13.0, *)
extension Never: View {
    public var body: Never { fatalError("there is no such value") }
}

@available(iOS 13.0, *)
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@available(iOS 13.0, *)
public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError("it has no parts") }
}

@available(iOS 13.0, *)
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
}

@available(iOS 13.0, *)
extension View {
    @available(iOS 15.0, *)
    nonisolated public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    {
        Layered(front: self, back: content())
    }
}

/// A view that is made of several, for whoever looks for one of them.
@available(iOS 13.0, *)
@MainActor package protocol Layers {
    var layers: [any View] { get }
}

@available(iOS 13.0, *)
private struct Layered<Front: View, Back: View>: View, Layers {
    // Unsafe because a view is made anywhere, as Apple's, and shown on the main actor: nobody has both at once.
    nonisolated(unsafe) let front: Front
    // Unsafe as above.
    nonisolated(unsafe) let back: Back
    nonisolated init(front: Front, back: Back) {
        self.front = front
        self.back = back
    }
    var body: Never { fatalError("its parts are its own") }
    var layers: [any View] { [back, front] }
}

/// A value that belongs to somebody else.
@available(iOS 13.0, *)
@propertyWrapper public struct Binding<Value> {
    private let read: @Sendable () -> Value
    private let write: @Sendable (Value) -> Void

    @preconcurrency public init(
        get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void
    ) {
        (read, write) = (get, set)
    }
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
}

// MARK: UIKit inside of SwiftUI

@available(iOS 13.0, *)
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator)
    func makeCoordinator() -> Coordinator
}

@available(iOS 13.0, *)
extension UIViewControllerRepresentable {
    public static func dismantleUIViewController(_ uiViewController: UIViewControllerType, coordinator: Coordinator) {}
    public var body: Never { fatalError("it has no parts") }
}

@available(iOS 13.0, *)
extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@available(iOS 13.0, *)
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
    package init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}
