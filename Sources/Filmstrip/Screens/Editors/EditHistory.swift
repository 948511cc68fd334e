/// The steps of an editor: what was before each of them, and what was taken back.
struct EditHistory<State: Equatable & Sendable>: Sendable {
    /// So many steps can be taken back.
    static var length: Int { 100 }

    private var done: [State] = []
    private var undone: [State] = []

    /// Whether there is a step to take back.
    var canUndo: Bool { !done.isEmpty }

    /// Whether there is a step to do again.
    var canRedo: Bool { !undone.isEmpty }

    /// A step was done, unless it changed nothing. What was taken back before it is forgotten.
    mutating func remember(_ old: State, before new: State) {
        guard old != new else { return }
        done.append(old)
        if done.count > Self.length { done.removeFirst() }
        undone = []
    }

    /// Takes the last step back; does nothing where there is none.
    mutating func undo(_ state: inout State) {
        guard let last = done.popLast() else { return }
        undone.append(state)
        state = last
    }

    /// Does again what was taken back last; does nothing where there is none.
    mutating func redo(_ state: inout State) {
        guard let next = undone.popLast() else { return }
        done.append(state)
        state = next
    }
}
