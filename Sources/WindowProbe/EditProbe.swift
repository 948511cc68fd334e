import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `edit`: an editor over a file, or over a scene where none is named.
@MainActor enum EditProbe {
    static func run(_ words: [String]) async throws {
        var words = words[...]
        guard let style = words.popFirst() else { throw ProbeError("edit how?") }
        var (texts, file, longest) = (Texts.english, nil as String?, nil as Double?)
        while let option = words.popFirst() {
            guard let value = words.popFirst() else { throw ProbeError("an option lacks its value") }
            switch option {
            case "--lang": texts = Texts(languageTag: value) ?? texts
            case "--file": file = value
            case "--longest": longest = Double(value)
            default: throw ProbeError("unknown option \(option)")
            }
        }
        let styles: [String: EditStyle] = [
            "square": .square, "free": .free, "trim": .trim(maximumDuration: longest),
        ]
        guard let wanted = styles[style] else { throw ProbeError("edit how?") }
        let editor: any EditorBackend = file == nil ? SceneEditor() : FileEditor()
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 1), permissions: ScriptedPermissions(),
            configuration: .probed(texts, editor: editor))
        let type: ContentType = style == "trim" ? .mp4 : .jpeg
        let made = await presenter.edit(
            MediaFile(path: MediaPath(file ?? "/scene"), contentType: type, isTemporary: false), as: wanted)
        WindowProbe.say(made?.keep().string ?? "unchanged")
        while presenter.isSaying { try await Task.sleep(for: .milliseconds(20)) }
    }
}

/// Edits a scene that is made of code, and makes no files.
struct SceneEditor: EditorBackend {
    var size = PixelSize(width: 640, height: 480)

    func subject(of file: MediaFile) async throws(LibraryError) -> EditSubject {
        EditSubject(size: size, duration: file.contentType.isVideo ? 8 : nil, framesPerSecond: 25)
    }

    func frame(
        of file: MediaFile, at seconds: Double, fitting box: PixelSize
    ) async throws(LibraryError) -> PixelFrame {
        SimulatedScene().frame(
            SimulatedFrame(
                number: Int(seconds * 25), milliseconds: Int64(seconds * 1000), size: size.limited(to: box)))
    }

    func edited(_ file: MediaFile, by recipe: ExportRecipe) async throws(ExportError) -> MediaFile {
        MediaFile(path: MediaPath("/edited"), contentType: file.contentType, isTemporary: false)
    }
}
