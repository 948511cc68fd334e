import DoublesGround

@available(iOS 16.0, *)
extension NSItemProvider {
    public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(forTypeIdentifier: contentType.identifier) { completionHandler($0, false, $1) }
    }
}
