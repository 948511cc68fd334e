/// Something of ours that a closure of GTK holds weakly, also before it is made: such a closure lives as long as its widget.
@MainActor final class Weak<Value: AnyObject> {
    weak var value: Value?
}
