public import Filmstrip
package import Foundation

/// The user's folders of pictures as a photo library: XDG Pictures and Videos by default, with an index that makes a
/// million pictures as quick to show as a thousand.
///
/// No call modifies or removes a picture. The index lies in a cache and is made again when it is damaged or deleted.
public final class FolderLibrary: Sendable {
    /// What a library is made of. Every field has a default.
    public struct Configuration: Sendable {
        /// The folders that hold the pictures; XDG Pictures and Videos by default, and the capture folder where it lies in
        /// neither. Folders inside of others and repetitions are left out. A missing folder is an empty one. A library
        /// knows its roots by their real paths, however they are written here.
        public var roots: [MediaPath]
        /// Where captures go; by default `Camera` in the first of the given roots, else in XDG Pictures. Made when it is
        /// first needed.
        public var captureFolder: MediaPath
        /// Where the index lies; `filmstrip` in XDG_CACHE_HOME by default. Each set of roots has an index of its own.
        public var cacheFolder: MediaPath
        /// Where that lies which cannot be made again, such as favourites; `filmstrip` in XDG_DATA_HOME by default.
        public var dataFolder: MediaPath
        /// Seconds to wait for another process that writes the index before `indexBusy`; 5 by default.
        public var busyTimeout: Double
        /// Seconds between rescans where folders cannot be watched; 10 by default.
        public var rescanInterval: Double
        /// Whether the first question fills an index that was never filled, and waits for that; true by default. Those who
        /// show progress call `index` themselves.
        public var indexesOnDemand: Bool
        /// What decodes pictures for thumbnails; nil, the default, for a decoder of the library's own.
        public var decoder: PictureDecoder?
        /// What time it is: for names of captures and for "recently added".
        package var clock: @Sendable () -> Date
        /// Told of each media file that is opened.
        package var didOpen: (@Sendable (MediaPath) -> Void)?
        /// Called first on each thread that touches files.
        package var prepareThread: (@Sendable () -> Void)?
        /// Makes what watches folders; inotify by default.
        var makeWatchSource: @Sendable () -> (any WatchSource)? = { InotifySource() }

        /// The user's own folders, or others.
        public init(
            roots: [MediaPath]? = nil, captureFolder: MediaPath? = nil, cacheFolder: MediaPath? = nil,
            dataFolder: MediaPath? = nil, userFolders: UserFolders = UserFolders()
        ) {
            let captures = captureFolder ?? (roots?.first ?? userFolders.pictures).appending("Camera")
            self.captureFolder = captures
            self.roots = roots ?? (userFolders.toLookThrough + [captures])
            self.cacheFolder = cacheFolder ?? userFolders.cache.appending("filmstrip")
            self.dataFolder = dataFolder ?? userFolders.data.appending("filmstrip")
            busyTimeout = 5
            rescanInterval = 10
            indexesOnDemand = true
            clock = { Date() }
        }
    }

    let core: LibraryCore

    /// A library. Nothing but the list of favourites is read before the first call.
    public init(_ configuration: Configuration = Configuration()) {
        core = LibraryCore(configuration)
    }

    deinit {
        core.endWatching()
        core.changes.finish()
        core.notices.finish()
    }

    /// What decodes this library's pictures: tells what protection there is, and serves an app's own needs.
    public var decoder: PictureDecoder { core.pictures.decoder }

    /// What this library was made of.
    public var configuration: Configuration { core.configuration }
}

extension FolderLibrary.Configuration {
    /// What makes thumbnails, kept in the cache's folder.
    func makePictures() -> ThumbnailMaker {
        var own = PictureDecoder.Configuration()
        own.prepareThread = prepareThread
        return ThumbnailMaker(
            decoder: decoder ?? PictureDecoder(own),
            store: ThumbnailStore(folder: cacheFolder.resolved().appending("thumbnails")))
    }
}
