import Filmstrip
import Foundation

/// Files from elsewhere: dragged in from a file manager, or pasted. They are chosen as any picture is.
extension AlbumBrowser {
    /// What is taken from the clipboard, the first that it has.
    private static let types = [
        "text/uri-list", "image/png", "image/jpeg", "image/webp", "image/gif", "image/tiff", "image/bmp",
    ]

    func takeFiles(droppedOn stage: Widget) {
        let drops = Controller.fileDrops()
        drops.onFiles { [weak self] paths in self?.take(paths) }
        stage.add(drops)
    }

    func paste() {
        pasting?.cancel()
        pasting = Task { [weak self] in
            guard let window = self?.window, let content = await Clipboard.read(Self.types, for: window) else { return }
            if content.type == "text/uri-list" {
                self?.take(Self.files(in: content.bytes))
            } else {
                self?.take(content)
            }
        }
    }

    private func take(_ paths: [MediaPath]) {
        let (guests, choice) = (guests, choice)
        Task { await guests.choose(paths, in: choice) }
    }

    /// Chooses a picture of the clipboard, as far as the rules let it. It has no name: what it is said to be stands for one.
    private func take(_ content: Clipboard.Content) {
        let (guests, choice, texts) = (guests, choice, texts)
        guard choice.outcome == nil else { return }
        guard let file = Self.keep(content) else { return choice.say(.cannotUse(content.type, texts: texts)) }
        Task {
            do throws(LibraryError) {
                await choice.choose(try await guests.admit(file))
            } catch {
                choice.say(.cannotUse(content.type, texts: texts))
            }
        }
    }

    /// The files that a list of addresses names (RFC 2483): a line each, `#` before remarks.
    static func files(in list: Data) -> [MediaPath] {
        String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: String($0)) }.filter(\.isFileURL).map { MediaPath($0) }
    }

    /// Writes a picture of the clipboard into a file that only the user can read, and that goes when nobody needs it.
    private static func keep(_ content: Clipboard.Content) -> MediaFile? {
        guard let type = ContentType(signature: content.bytes.prefix(ContentType.signatureLength)) else { return nil }
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(type.fileExtension)")
        // Owned before it is written: what is written in part only goes, too.
        let file = MediaFile(path: MediaPath(url), contentType: type, isTemporary: true)
        let isWritten = FileManager.default.createFile(
            atPath: url.path, contents: content.bytes, attributes: [.posixPermissions: 0o600])
        return isWritten ? file : nil
    }
}
