import Filmstrip

extension DemoVerb {
    /// Becomes the demo app; returns by an error alone.
    func openApp(_ desk: Desk) throws(CommandError) {
        let variables = desk.environment.variables
        guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { variables[$0]?.isEmpty == false }) else {
            throw CommandError(.noDisplay, "There is no display to show a window on; demo --headless DIR does without.")
        }
        var words = ["--lang", desk.texts.languageTag].map { MediaPath($0) }
        if let roots = desk.place.roots {
            guard roots.count == 1 else { throw .usage("the demo app shows one --library") }
            words += [MediaPath("--library"), roots[0]]
        }
        if let cache = desk.place.cache { words += [MediaPath("--cache"), cache] }
        throw desk.environment.become("filmstrip-demo", words)
    }
}
