import CoreGraphics
public import CoreLocation
import DoublesGround
public import UIKit

open class PHChangeRequest: NSObject {
    override init() { super.init() }
}

public enum PHAssetResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    case audio = 3
    case alternatePhoto = 4
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    case adjustmentBasePhoto = 8
    case pairedVideo = 9
    @available(iOS 13.0, *)
    case fullSizePairedVideo = 10
}

open class PHAssetResourceCreationOptions: NSObject {
    public override init() { super.init() }
    open var originalFilename: String?
    open var uniformTypeIdentifier: String?
    open var shouldMoveFile = false
}

open class PHAssetChangeRequest: PHChangeRequest, PendingChange {
    override init() { super.init() }
    let id = PhotoStore.current.nextID("L0/001")
    var added: [Added] = []

    /// A file or bytes that become a resource.
    struct Added {
        var type: PHAssetResourceType
        var file: URL?
        var data: Data?
        var options: PHAssetResourceCreationOptions?
    }

    open class func creationRequestForAsset(from image: UIImage) -> Self {
        request([Added(type: .photo, data: image.jpegData(compressionQuality: 1))])
    }
    open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        request([Added(type: .photo, file: fileURL)])
    }
    open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        request([Added(type: .video, file: fileURL)])
    }
    private class func request(_ added: [Added]) -> Self {
        // Unsafe because Swift does not know that nobody makes a class of these classes: the request is of each of them.
        let request = PHAssetCreationRequest()
        request.added = added
        PhotoStore.current.note(request, "the request")
        return unsafeDowncast(request, to: self)
    }

    open var placeholderForCreatedAsset: PHObjectPlaceholder? { PHObjectPlaceholder(localIdentifier: id) }
    open var creationDate: Date?
    open var location: CLLocation?
    open var isFavorite = false
    open var isHidden = false

    func check(_ store: PhotoStore) throws {
        if added.isEmpty { throw PHPhotosError(.missingResource) }
        for item in added {
            guard let file = item.file else { continue }
            guard FileManager.default.isReadableFile(atPath: file.path) else { throw PHPhotosError(.invalidResource) }
        }
    }

    func apply(to store: PhotoStore) {
        var record = PhotoStore.Record(id: id)
        record.creationDate = creationDate ?? Date()
        record.isFavorite = isFavorite
        record.place = location.map { ($0.coordinate.latitude, $0.coordinate.longitude) }
        for item in added {
            let bytes = item.file.flatMap { FileManager.default.contents(atPath: $0.path) } ?? item.data ?? Data()
            record.resources.append(
                .init(
                    type: item.type, name: item.options?.originalFilename ?? item.file?.lastPathComponent ?? "IMG_0001",
                    uniformType: item.options?.uniformTypeIdentifier ?? "", bytes: bytes))
            if item.options?.shouldMoveFile == true, let file = item.file {
                try? FileManager.default.removeItem(at: file)
            }
            if let facts = EncodedPicture.facts(of: bytes) {
                (record.width, record.height) = (facts.width, facts.height)
            }
        }
        if added.contains(where: { $0.type == .video }) { record.type = .video }
        if added.contains(where: { $0.type == .pairedVideo }) { record.subtypes = .photoLive }
        store.records.append(record)
    }
}

open class PHAssetCreationRequest: PHAssetChangeRequest {
    open class func forAsset() -> Self {
        // Unsafe because Swift does not know that nobody makes a class of these classes: the request is of each of them.
        let request = PHAssetCreationRequest()
        PhotoStore.current.note(request, "forAsset()")
        return unsafeDowncast(request, to: self)
    }
    open func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        added.append(Added(type: type, file: fileURL, options: options))
    }
    open func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        added.append(Added(type: type, data: data, options: options))
    }
}

open class PHAssetCollectionChangeRequest: PHChangeRequest, PendingChange {
    init(id: String, newTitle: String?) {
        self.id = id
        self.newTitle = newTitle
        super.init()
    }
    private let id: String
    private let newTitle: String?
    private var members: [String] = []

    open class func creationRequestForAssetCollection(withTitle title: String) -> Self {
        // Unsafe because Swift does not know that nobody makes a class of this class.
        let request = PHAssetCollectionChangeRequest(id: PhotoStore.current.nextID("L0/040"), newTitle: title)
        PhotoStore.current.note(request, "the request")
        return unsafeDowncast(request, to: self)
    }
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(id: assetCollection.localIdentifier, newTitle: nil)
        PhotoStore.current.note(self, "the request")
    }

    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder { PHObjectPlaceholder(localIdentifier: id) }
    /// Takes anything that Objective-C can enumerate; here, an array of its own.
    open func addAssets(_ assets: any NSFastEnumeration) {
        guard let list = assets as? NSArray else { return }
        members += list.compactMap { ($0 as? PHObject)?.localIdentifier }
    }

    func check(_ store: PhotoStore) throws {
        // Albums cannot be seen, so not be changed, when photos may only be added.
        switch World.current.status(of: .photosReadWrite) {
        case .authorized, .limited: break
        default: throw PHPhotosError(.accessUserDenied)
        }
        if newTitle == nil, !store.folders.contains(where: { $0.id == id }) {
            throw PHPhotosError(.identifierNotFound)
        }
    }
    func apply(to store: PhotoStore) {
        if let newTitle { store.folders.append(.init(id: id, title: newTitle)) }
        if let index = store.folders.firstIndex(where: { $0.id == id }) { store.folders[index].members += members }
    }
}
