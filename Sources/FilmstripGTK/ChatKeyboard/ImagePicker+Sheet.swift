import Filmstrip

extension ImagePicker.Appearance {
    /// The colours, font and corners that an app wants of one picker, as rules for what has that style class; none for what the app
    /// says nothing about.
    func sheet(for name: String) -> String {
        let scope = ".\(name)"
        var rules: [String] = []
        func rule(_ selectors: [String], _ declaration: String?) {
            guard let declaration else { return }
            let all = selectors.map { $0.isEmpty ? scope : "\(scope) \($0)" }.joined(separator: ", ")
            rules.append("\(all) { \(declaration) }")
        }
        let tile = ["filmstrip-tile", "button.filmstrip-action-tile"]
        rule(
            ["", "filmstrip-grid", ".filmstrip-picker-cover"],
            background.map { "background-color: \($0.css);" })
        rule(
            ["button.filmstrip-action-tile image", "button.filmstrip-picker-help", ".filmstrip-page-icon"],
            tint.map { "color: \($0.css);" })
        rule(tile, tileBackground.map { "background-image: none; background-color: \($0.css);" })
        if let color = selected?.css {
            rule(
                ["filmstrip-tile.selected .filmstrip-veil"],
                "background-color: alpha(\(color), 0.2); box-shadow: inset 0 0 0 4px \(color);")
            rule(["filmstrip-tile.selected .filmstrip-mark"], "background-color: \(color);")
            rule(["filmstrip-tile:focus-visible"], "outline-color: \(color);")
        }
        rule([".filmstrip-badges"], badge.map { "color: \($0.css);" })
        rule(
            [".filmstrip-badges"],
            badgeBackground.map {
                "padding-top: 5px; background-image: none; background-color: \($0.css);"
            })
        rule([".filmstrip-action-label"], label.map { "color: \($0.css);" })
        rule([".filmstrip-action-label"], labelFont?.css)
        rule(
            tile + [".filmstrip-camera", ".filmstrip-veil"],
            cornerRadius.map { "border-radius: \(max(0, $0))px;" })
        return rules.joined(separator: "\n")
    }
}
