@_exported public import Foundation
@_exported public import FoundationAdditions
@_exported public import UniformTypeIdentifiers

/// Something that can be shared, dragged or copied.
@available(iOS 16.0, *)
public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// How something is handed to others.
@available(iOS 16.0, *)
public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
    associatedtype Body: TransferRepresentation
    var body: Body { get }
}

@available(iOS 16.0, *)
extension Never: Transferable, TransferRepresentation {
    public typealias Item = Never
    public static var transferRepresentation: Never { return fatalError("there is no such value") }
    public var body: Never { fatalError("there is no such value") }
}

/// What the doubles know how to do with a representation.
@available(iOS 16.0, *)
package protocol ExportsFiles {
    /// The file of an item, and of which type it is; nil where the representation does not hold for it.
    func export(_ item: Any) async throws -> (type: UTType, file: SentTransferredFile)?
}

/// A file that is handed to others.
@available(iOS 16.0, *)
public struct SentTransferredFile: Sendable {
    public let file: URL
    public let allowAccessingOriginalFile: Bool
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

@available(iOS 16.0, *)
public struct FileRepresentation<Item: Transferable>: TransferRepresentation, ExportsFiles {
    private let type: UTType
    private let exporting: @Sendable (Item) async throws -> SentTransferredFile

    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        type = exportedContentType
        self.exporting = exporting
    }
    public var body: Never { fatalError("it has no parts") }

    package func export(_ item: Any) async throws -> (type: UTType, file: SentTransferredFile)? {
        guard let item = item as? Item else { return nil }
        return (type, try await exporting(item))
    }
}

@available(iOS 16.0, *)
extension TransferRepresentation {
    public func exportingCondition(
        _ condition: @escaping @Sendable (Item) -> Bool
    ) -> _ConditionalTransferRepresentation<Self> {
        _ConditionalTransferRepresentation(base: self, condition: condition)
    }
}

/// Named as Apple's, which nobody writes down.
@available(iOS 16.0, *)
public struct _ConditionalTransferRepresentation<Base: TransferRepresentation>: TransferRepresentation, ExportsFiles {
    public typealias Item = Base.Item
    let base: Base
    let condition: @Sendable (Base.Item) -> Bool
    public var body: Never { fatalError("it has no parts") }

    package func export(_ item: Any) async throws -> (type: UTType, file: SentTransferredFile)? {
        guard let known = item as? Base.Item, condition(known) else { return nil }
        return try await (base as? any ExportsFiles)?.export(item)
    }
}

@available(iOS 16.0, *)
private struct RepresentationPair<First: TransferRepresentation, Second: TransferRepresentation>:
    TransferRepresentation, ExportsFiles
where First.Item == Second.Item {
    typealias Item = First.Item
    let first: First
    let second: Second
    var body: Never { fatalError("its parts are its own") }

    func export(_ item: Any) async throws -> (type: UTType, file: SentTransferredFile)? {
        if let found = try await (first as? any ExportsFiles)?.export(item) { return found }
        return try await (second as? any ExportsFiles)?.export(item)
    }
}

@available(iOS 16.0, *)
@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Encoder: TransferRepresentation>(_ encoder: Encoder) -> Encoder
    where Encoder.Item == Item { encoder }
    public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content
    where Content.Item == Item { content }
    public static func buildBlock<C1: TransferRepresentation, C2: TransferRepresentation>(
        _ content1: C1, _ content2: C2
    ) -> some TransferRepresentation<Item> where C1.Item == Item, C2.Item == Item {
        RepresentationPair(first: content1, second: content2)
    }
}
