/// Buttons that show a sign of ours, and say their title to whoever rests on them or cannot see them.
extension Button {
    convenience init(sign: Sign, title: String) {
        self.init(around: sign.placed(.center, .center), title: title)
        tooltip = title
    }
}
