/// Signals of objects that another binding made, for programs of ours that have one. A closure lives as long as its object.
@MainActor package enum Signal {
    /// A signal without arguments, such as a button's `clicked`.
    package static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
    ) { ObjectReference(holding: object).on(name, body) }

    /// A change of a property.
    package static func connect(
        _ object: UnsafeMutableRawPointer, changesOf property: String, _ body: @escaping @MainActor () -> Void
    ) { ObjectReference(holding: object).onChange(of: property, body) }

    /// An action that is activated.
    package static func connect(action: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> Void) {
        ObjectReference(holding: action).onActivate(body)
    }
}
