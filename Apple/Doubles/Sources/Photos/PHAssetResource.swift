import DoublesGround

/// A file of a photo or video. Not Sendable, as Apple's.
open class PHAssetResource: NSObject {
    let resource: PhotoStore.Resource
    public let assetLocalIdentifier: String
    init(_ resource: PhotoStore.Resource, of id: String) {
        self.resource = resource
        assetLocalIdentifier = id
        super.init()
    }
    open var type: PHAssetResourceType { resource.type }
    open var originalFilename: String { resource.name }
    open var uniformTypeIdentifier: String { resource.uniformType }

    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        let record = PhotoStore.current.records.first { $0.id == asset.localIdentifier }
        return (record?.resources ?? []).map { PHAssetResource($0, of: asset.localIdentifier) }
    }
}

open class PHAssetResourceRequestOptions: NSObject {
    public override init() { super.init() }
    open var isNetworkAccessAllowed = false
    open var progressHandler: ((Double) -> Void)?
}

open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    // Reason: has no state.
    override init() { super.init() }
    open class func `default`() -> PHAssetResourceManager { World.current.kept { PHAssetResourceManager() } }

    /// Calls back on a queue of the library's own, after the progress handler, which is called there too.
    open func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let (file, network) = (resource.resource, options?.isNetworkAccessAllowed ?? false)
        // Unsafe because Apple's handler is not Sendable: it is called on this queue alone.
        nonisolated(unsafe) let progress = options?.progressHandler
        Queues.photos.async {
            if file.isInCloud, !network { return completionHandler(PHPhotosError(.networkAccessRequired)) }
            if file.isInCloud { for step in [0.0, 0.5, 1.0] { progress?(step) } }
            do {
                try file.bytes.write(to: fileURL, options: .withoutOverwriting)
                completionHandler(nil)
            } catch {
                completionHandler(error)
            }
        }
    }
    open func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            writeData(for: resource, toFile: fileURL, options: options) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}
