import Filmstrip

extension ImagePicker.Color {
    /// As style sheets write it.
    var css: String {
        func byte(_ part: Double) -> Int { Int((part * 255).rounded()) }
        return "rgba(\(byte(red)), \(byte(green)), \(byte(blue)), \(alpha))"
    }
}

extension ImagePicker.Font {
    /// As style sheets write it: a size that grows with the desktop's text, and a family's name as a string, whatever is in it.
    var css: String {
        let weight = "font-size: \(size)pt; font-weight: \(isBold ? "bold" : "normal");"
        guard let family else { return weight }
        let name = family.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
        return "font-family: \"\(name)\"; " + weight
    }
}
