import DoublesGround
@_exported public import Foundation

/// What Apple's Foundation has and Foundation elsewhere has not. Re-exported by each double that re-exports Foundation, so
/// that a file which imports Foundation alone does not compile here, though it would there.
open class NSItemProvider: NSObject {
    public override init() { super.init() }

    open var registeredTypeIdentifiers: [String] { files.map(\.type) }
    open var suggestedName: String?
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { file(for: typeIdentifier) != nil }

    /// A file of the provider: its type, what types it conforms to, and where it is; nil for a file that cannot be had.
    package struct File: Sendable {
        package var type: String
        package var supertypes: Set<String>
        package var url: URL?
        package init(type: String, supertypes: Set<String>, url: URL?) {
            (self.type, self.supertypes, self.url) = (type, supertypes, url)
        }
    }
    private var files: [File] = []
    package func add(_ file: File) { files.append(file) }
    private func file(for type: String) -> File? {
        files.first { $0.type == type } ?? files.first { $0.supertypes.contains(type) }
    }

    /// Copies the file, hands the copy over on some queue, and deletes it when the handler returns.
    @discardableResult open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 100)
        let file = file(for: typeIdentifier)
        let name = suggestedName
        if World.current.now.failures[.itemProviderAnswers] != nil { return progress }
        Queues.anywhere.async {
            if progress.isCancelled {
                return completionHandler(nil, NSError(domain: NSCocoaErrorDomain, code: NSUserCancelledError))
            }
            guard let file, let url = file.url, World.current.now.failures[.itemProviders] == nil else {
                return completionHandler(nil, Self.unavailable)
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "item-\(UUID().uuidString)")
            let copy = folder.appending(path: (name ?? "IMG_0001") + "." + url.pathExtension)
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: url, to: copy)
            } catch {
                return completionHandler(nil, error)
            }
            progress.completedUnitCount = 100
            completionHandler(copy, nil)
            try? FileManager.default.removeItem(at: folder)
        }
        return progress
    }

    private static var unavailable: NSError { NSError(domain: "NSItemProviderErrorDomain", code: -1000) }
}
