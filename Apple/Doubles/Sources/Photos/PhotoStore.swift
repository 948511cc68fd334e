import DoublesGround

/// The photo library that the doubles pretend there is. One for each test.
package final class PhotoStore: @unchecked Sendable {
    // Reason: every access holds the lock.
    private let lock = NSRecursiveLock()

    package static var current: PhotoStore { World.current.kept { PhotoStore() } }

    /// A photo or video of the library.
    package struct Record: Sendable {
        package var id: String
        package var type = PHAssetMediaType.image
        package var subtypes: PHAssetMediaSubtype = []
        package var width = 0
        package var height = 0
        package var creationDate: Date?
        package var isFavorite = false
        package var duration = 0.0
        package var place: (latitude: Double, longitude: Double)?
        package var resources: [Resource] = []
        package init(id: String) { self.id = id }
    }

    /// A file of a photo or video.
    package struct Resource: Sendable {
        package var type: PHAssetResourceType
        package var name: String
        package var uniformType: String
        package var bytes: Data
        /// Has to be fetched first.
        package var isInCloud = false
        package init(type: PHAssetResourceType, name: String, uniformType: String, bytes: Data) {
            (self.type, self.name, self.uniformType, self.bytes) = (type, name, uniformType, bytes)
        }
    }

    /// An album of the user's own.
    package struct Folder: Sendable {
        package var id: String
        package var title: String
        package var members: [String] = []
        package init(id: String, title: String) { (self.id, self.title) = (id, title) }
    }

    private var storedRecords: [Record] = []
    private var storedFolders: [Folder] = []
    private var number = 0

    package var records: [Record] {
        get { lock.withLock { storedRecords } }
        set { lock.withLock { storedRecords = newValue } }
    }
    package var folders: [Folder] {
        get { lock.withLock { storedFolders } }
        set { lock.withLock { storedFolders = newValue } }
    }

    func nextID(_ suffix: String) -> String {
        lock.withLock {
            number += 1
            return String(format: "00000000-0000-0000-0000-%012d/%@", number, suffix)
        }
    }

    /// What a block of changes asks for, while it runs. All of it is done, or nothing.
    var pending: [any PendingChange]? {
        get { lock.withLock { storedPending } }
        set { lock.withLock { storedPending = newValue } }
    }
    private var storedPending: [any PendingChange]?

    func note(_ change: any PendingChange, _ what: String) {
        lock.withLock {
            if storedPending == nil {
                World.current.record(
                    .outsideChanges, "\(what) can only be called from inside of performChanges(_:completionHandler:)")
            } else {
                storedPending?.append(change)
            }
        }
    }
}

/// One request of a block of changes.
protocol PendingChange: AnyObject {
    /// Reads all that is needed, and throws as the library does.
    func check(_ store: PhotoStore) throws
    func apply(to store: PhotoStore)
}
