public import CoreLocation
import DoublesGround

public enum PHAssetMediaType: Int, Sendable { case unknown, image, video, audio }

public struct PHAssetMediaSubtype: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
}

open class PHObject: NSObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    public let localIdentifier: String
    package init(localIdentifier: String) {
        self.localIdentifier = localIdentifier
        super.init()
    }
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHObject).map { $0.localIdentifier == localIdentifier && type(of: $0) == type(of: self) } ?? false
    }
    open override var hash: Int { localIdentifier.hashValue }
}

open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
    // Reason: never changed after it was made.
}

open class PHAsset: PHObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    private let record: PhotoStore.Record
    package init(_ record: PhotoStore.Record) {
        self.record = record
        super.init(localIdentifier: record.id)
    }

    open var mediaType: PHAssetMediaType { record.type }
    open var mediaSubtypes: PHAssetMediaSubtype { record.subtypes }
    open var pixelWidth: Int { record.width }
    open var pixelHeight: Int { record.height }
    open var creationDate: Date? { record.creationDate }
    open var modificationDate: Date? { record.creationDate }
    open var location: CLLocation? { record.place.map { CLLocation(latitude: $0.latitude, longitude: $0.longitude) } }
    open var duration: TimeInterval { record.duration }
    open var isFavorite: Bool { record.isFavorite }
    open var isHidden: Bool { false }

    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        Fetching.assets(options) { _ in true }
    }
    open class func fetchAssets(with mediaType: PHAssetMediaType, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        Fetching.assets(options) { $0.type == mediaType }
    }
    /// The order of the result is the library's, not that of the identifiers.
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        Fetching.assets(options) { identifiers.contains($0.id) }
    }
    open class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let members = PhotoStore.current.folders.first { $0.id == assetCollection.localIdentifier }?.members ?? []
        return Fetching.assets(options) { members.contains($0.id) }
    }
}

open class PHCollection: PHObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    public let localizedTitle: String?
    package init(id: String, title: String?) {
        localizedTitle = title
        super.init(localIdentifier: id)
    }
}

public enum PHAssetCollectionType: Int, Sendable {
    case album = 1
    case smartAlbum = 2
}

public enum PHAssetCollectionSubtype: Int, Sendable {
    case albumRegular = 2
    case smartAlbumUserLibrary = 209
    case any = 9_223_372_036_854_775_807
}

open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // Reason: never changed after it was made.
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard Fetching.mayRead(), type == .album else { return PHFetchResult([]) }
        return Fetching.collections { _ in true }
    }
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard Fetching.mayRead() else { return PHFetchResult([]) }
        return Fetching.collections { identifiers.contains($0.id) }
    }
}

/// Reads the library, when that is allowed.
enum Fetching {
    /// Photos asks for the permission by itself at the wrong moment, so code that fetches without it is wrong.
    static func mayRead() -> Bool {
        switch World.current.status(of: .photosReadWrite) {
        case .authorized, .limited: return true
        default:
            World.current.record(.notAuthorized, "the photo library is read without the permission to read it")
            return false
        }
    }

    static func assets(
        _ options: PHFetchOptions?, where fits: (PhotoStore.Record) -> Bool
    ) -> PHFetchResult<PHAsset> {
        guard mayRead() else { return PHFetchResult([]) }
        var found = PhotoStore.current.records.filter(fits).map(PHAsset.init)
        for descriptor in (options?.sortDescriptors ?? []).reversed() where descriptor.keyPath == \PHAsset.creationDate
        {
            found.sort {
                let (first, second) = ($0.creationDate ?? .distantPast, $1.creationDate ?? .distantPast)
                return descriptor.ascending ? first < second : first > second
            }
        }
        if let limit = options?.fetchLimit, limit > 0 { found = Array(found.prefix(limit)) }
        return PHFetchResult(found)
    }

    static func collections(where fits: (PhotoStore.Folder) -> Bool) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult(PhotoStore.current.folders.filter(fits).map { PHAssetCollection(id: $0.id, title: $0.title) })
    }
}

open class PHFetchOptions: NSObject {
    public override init() { super.init() }
    open var predicate: NSPredicate?
    open var sortDescriptors: [NSSortDescriptor]?
    open var fetchLimit = 0
    open var includeHiddenAssets = false
    open var wantsIncrementalChangeDetails = true
}

/// A list of what was found. Not Sendable, as Apple's.
open class PHFetchResult<ObjectType: AnyObject>: NSObject {
    private let objects: [ObjectType]
    package init(_ objects: [ObjectType]) {
        self.objects = objects
        super.init()
    }
    open var count: Int { objects.count }
    open func object(at index: Int) -> ObjectType { objects[index] }
    open subscript(idx: Int) -> ObjectType { objects[idx] }
    open var firstObject: ObjectType? { objects.first }
    open var lastObject: ObjectType? { objects.last }
    open func contains(_ anObject: ObjectType) -> Bool { objects.contains { $0 === anObject } }
    open func index(of anObject: ObjectType) -> Int { objects.firstIndex { $0 === anObject } ?? NSNotFound }
    open func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        var stop = ObjCBool(false)
        withUnsafeMutablePointer(to: &stop) { stop in
            for (index, object) in objects.enumerated() where !stop.pointee.boolValue { block(object, index, stop) }
        }
    }
}
