public import Foundation

/// What identifies a picture: enough to name it, list it and upload it.
public struct ImageDetails: Sendable, Hashable, Identifiable {
    /// Unique: the asset's identity for what is from a library, and one made for it otherwise.
    public var id: String
    /// What the file holds, judged by its bytes.
    public var contentType: ContentType
    /// Where the file lies.
    public var address: URL
    /// The file's name, with its ending.
    public var fileName: String

    /// Details that are known already; nothing is read.
    public init(id: String, contentType: ContentType, address: URL, fileName: String) {
        self.id = id
        self.contentType = contentType
        self.address = address
        self.fileName = fileName
    }

    /// The details of a file.
    /// - Parameters:
    ///   - path: where it lies.
    ///   - id: its identity, if it has one; a new one by default.
    /// - Throws: `notFound` when nothing is behind the address, `unreadable`, or `unsupportedFormat` for what is neither photo
    ///   nor video.
    public init(of path: MediaPath, id: String = UUID().uuidString) throws(LibraryError) {
        self.init(
            id: id, contentType: try ContentType(of: path), address: path.url, fileName: path.name.string)
    }

    /// The details of the file behind an address.
    /// - Throws: `notFound` also for an address that is no file; else as for a path.
    public init(of address: URL, id: String = UUID().uuidString) throws(LibraryError) {
        guard address.isFileURL else { throw .notFound(path: address.absoluteString) }
        try self.init(of: MediaPath(address), id: id)
        self.address = address
    }

    /// The details of something picked.
    /// - Throws: `notFound` when its file is gone meanwhile, and as for a path.
    public init(of media: PickedMedia) throws(LibraryError) {
        switch media.origin {
        case .camera: try self.init(of: media.file.path)
        case .library(let asset):
            try self.init(of: media.file.path, id: asset.id.rawValue)
            // The original's name is the asset's, wherever the library has put its file.
            if media.edited == nil { fileName = asset.fileName }
        }
    }
}
