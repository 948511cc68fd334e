import CGTK
import Filmstrip

/// The colours, font and corners that an app wants of one picker: style rules for that picker alone, which go with it.
@MainActor final class PickerLook {
    private let provider: ObjectReference
    private let display: ObjectReference

    init(_ appearance: ImagePicker.Appearance, of root: Widget) {
        let scope = "filmstrip-look-" + String(UInt(bitPattern: root.raw), radix: 36)
        root.addClass(scope)
        provider = ObjectReference(taking: gtk_css_provider_new()!)
        display = ObjectReference(holding: gtk_widget_get_display(root.widget)!)
        gtk_css_provider_load_from_data(provider.cast(), Self.rules(appearance, scope: "." + scope), -1)
        gtk_style_context_add_provider_for_display(
            display.pointer, provider.pointer, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    isolated deinit { gtk_style_context_remove_provider_for_display(display.pointer, provider.pointer) }

    /// The rules; none for what the app says nothing about.
    static func rules(_ appearance: ImagePicker.Appearance, scope: String) -> String {
        var rules: [String] = []
        func rule(_ selectors: [String], _ declaration: String?) {
            guard let declaration else { return }
            let all = selectors.map { $0.isEmpty ? scope : "\(scope) \($0)" }.joined(separator: ", ")
            rules.append("\(all) { \(declaration) }")
        }
        let tile = ["filmstrip-tile", "button.filmstrip-action-tile"]
        rule(
            ["", "filmstrip-grid", ".filmstrip-picker-cover"],
            appearance.background.map { "background-color: \($0.css);" })
        rule(
            ["button.filmstrip-action-tile image", "button.filmstrip-picker-help", ".filmstrip-page-icon"],
            appearance.tint.map { "color: \($0.css);" })
        rule(tile, appearance.tileBackground.map { "background-image: none; background-color: \($0.css);" })
        if let color = appearance.selected?.css {
            rule(
                ["filmstrip-tile.selected .filmstrip-veil"],
                "background-color: alpha(\(color), 0.2); box-shadow: inset 0 0 0 4px \(color);")
            rule(["filmstrip-tile.selected .filmstrip-mark"], "background-color: \(color);")
            rule(["filmstrip-tile:focus-visible"], "outline-color: \(color);")
        }
        rule([".filmstrip-badges"], appearance.badge.map { "color: \($0.css);" })
        rule(
            [".filmstrip-badges"],
            appearance.badgeBackground.map {
                "padding-top: 5px; background-image: none; background-color: \($0.css);"
            })
        rule([".filmstrip-action-label"], appearance.label.map { "color: \($0.css);" })
        rule([".filmstrip-action-label"], appearance.labelFont?.css)
        rule(
            tile + [".filmstrip-camera", ".filmstrip-veil"],
            appearance.cornerRadius.map { "border-radius: \(max(0, $0))px;" })
        return rules.joined(separator: "\n")
    }
}

extension ImagePicker.Font {
    /// As a style sheet writes it. A family's name is a string, whatever is in it.
    fileprivate var css: String {
        let weight = "font-size: \(size)pt; font-weight: \(isBold ? "bold" : "normal");"
        guard let family else { return weight }
        let name = family.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
        return "font-family: \"\(name)\"; " + weight
    }
}
