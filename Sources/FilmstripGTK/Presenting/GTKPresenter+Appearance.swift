public import Filmstrip

extension GTKPresenter {
    /// The app's own looks of the album browser. What is nil is as the theme says.
    public struct Appearance: Sendable, Hashable {
        /// Behind the bar at the head.
        public var bar: ImagePicker.Color?
        /// The buttons in that bar.
        public var button: ImagePicker.Color?
        /// The title in that bar.
        public var title: ImagePicker.Color?
        /// The title's font.
        public var titleFont: ImagePicker.Font?

        /// Looks; nothing is said by default.
        public init(
            bar: ImagePicker.Color? = nil, button: ImagePicker.Color? = nil, title: ImagePicker.Color? = nil,
            titleFont: ImagePicker.Font? = nil
        ) {
            self.bar = bar
            self.button = button
            self.title = title
            self.titleFont = titleFont
        }

        /// The rules for a window that has that style class.
        func sheet(for name: String) -> String {
            var rules: [String] = []
            if let bar {
                rules.append(
                    ".\(name) headerbar { background: \(bar.css); box-shadow: none; border-color: transparent; }")
            }
            if let button {
                rules.append(
                    ".\(name) headerbar button { color: \(button.css); background: none; border-color: transparent; "
                        + "box-shadow: none; text-shadow: none; -gtk-icon-shadow: none; font-weight: bold; }")
                rules.append(".\(name) headerbar button:disabled { opacity: 0.5; }")
            }
            var words: [String] = []
            if let title { words.append("color: \(title.css);") }
            if let titleFont { words.append(titleFont.css) }
            if !words.isEmpty {
                rules.append(".\(name) headerbar .filmstrip-title { \(words.joined(separator: " ")) }")
                if let title { rules.append(".\(name) headerbar .filmstrip-chevron { color: \(title.css); }") }
            }
            return rules.joined(separator: "\n")
        }
    }
}
