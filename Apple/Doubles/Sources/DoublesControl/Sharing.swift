public import CoreTransferable
public import Foundation

extension Hand {
    /// Drags something into another app.
    /// - Returns: the type and the file that arrive there; nil when nothing does.
    public static func share<Item: Transferable>(_ item: Item) async throws -> (type: String, file: URL)? {
        let found = try await (Item.transferRepresentation as? any ExportsFiles)?.export(item)
        return found.map { ($0.type.identifier, $0.file.file) }
    }
}
