import DoublesGround
public import Foundation
public import Photos
public import PhotosUI

/// Something that a test puts into the system's picker.
public struct PickerItem: Sendable {
    /// The photo's identifier in the library.
    public var identifier: String
    /// Its file; nil for one that cannot be had.
    public var file: URL?
    /// The types under which it is registered, the original first, with the types to which each conforms.
    public var types: [(type: String, supertypes: Set<String>)]
    /// Its name without an ending.
    public var name: String?
    /// The files of single types that have another one.
    public var files: [String: URL] = [:]

    public init(
        identifier: String, file: URL?, types: [(type: String, supertypes: Set<String>)], name: String? = nil
    ) {
        self.identifier = identifier
        self.file = file
        self.types = types
        self.name = name
    }

    var allTypes: Set<String> { types.reduce(into: []) { $0.formUnion($1.supertypes.union([$1.type])) } }

    /// A JPEG.
    public static func jpeg(_ file: URL?, identifier: String = UUID().uuidString, name: String? = "IMG_0001") -> Self {
        PickerItem(
            identifier: identifier, file: file, types: [("public.jpeg", ["public.image", "public.data"])], name: name)
    }
    /// A live photo: a folder of still and movie, beside the still by itself.
    public static func livePhoto(
        bundle: URL?, still: URL? = nil, identifier: String = UUID().uuidString, name: String? = "IMG_0003"
    ) -> Self {
        var item = PickerItem(
            identifier: identifier, file: bundle,
            types: [
                ("com.apple.live-photo-bundle", ["com.apple.live-photo", "public.data"]),
                ("public.heic", ["public.image", "public.data"]),
            ], name: name)
        item.files["public.heic"] = still
        return item
    }
    /// A movie.
    public static func movie(_ file: URL?, identifier: String = UUID().uuidString, name: String? = "IMG_0002") -> Self {
        PickerItem(
            identifier: identifier, file: file,
            types: [("com.apple.quicktime-movie", ["public.movie", "public.audiovisual-content", "public.data"])],
            name: name)
    }
}

extension Hand {
    /// Chooses items in the system's picker, in that order; none is Cancel. Those that were chosen before come without a
    /// provider's file, as Apple's.
    /// - Throws: when the picker does not show such an item, or not so many can be chosen.
    public static func finish(_ picker: PHPickerViewController, _ items: [PickerItem]) async throws {
        let limit = picker.configuration.selectionLimit
        if limit > 0, items.count > limit { throw NeverCame(what: "a choice of more than \(limit)") }
        for item in items where picker.configuration.filter?.shows(item.allTypes) == false {
            throw NeverCame(what: "an item of the types \(item.allTypes.sorted()) in the filtered picker")
        }
        let before = Set(picker.configuration.preselectedAssetIdentifiers)
        picker.finish(
            items.map { item in
                let provider = NSItemProvider()
                if !before.contains(item.identifier) {
                    provider.suggestedName = item.name
                    for entry in item.types {
                        let file = item.files[entry.type] ?? item.file
                        provider.add(.init(type: entry.type, supertypes: entry.supertypes, url: file))
                    }
                }
                return PHPickerResult(
                    itemProvider: provider,
                    assetIdentifier: picker.configuration.hasLibrary ? item.identifier : nil)
            })
        await Screen.settle()
    }

    /// Presses Done of the list of photos that the app may see.
    public static func finishLimitedLibrary(adding identifiers: [String] = []) async throws {
        guard let picker = Screen.top as? LimitedLibraryPicker else { throw NeverCame(what: "the limited library") }
        picker.finish(identifiers)
        await Screen.settle()
    }

    /// Whether the list of photos that the app may see is on the screen.
    public static var showsLimitedLibrary: Bool { Screen.top is LimitedLibraryPicker }
}

/// The photo library of the device.
public enum Library {
    /// A file of a photo or video.
    public struct File: Sendable, Equatable {
        public var type: PHAssetResourceType
        public var name: String
        public var uniformType: String
        public var bytes: Data
    }
    /// A photo or video.
    public struct Item: Sendable, Equatable {
        public var identifier: String
        public var type: PHAssetMediaType
        public var creationDate: Date?
        public var isFavorite: Bool
        public var latitude: Double?
        public var longitude: Double?
        public var files: [File]
    }

    /// What is in it, oldest first.
    public static var items: [Item] {
        PhotoStore.current.records.map { record in
            Item(
                identifier: record.id, type: record.type, creationDate: record.creationDate,
                isFavorite: record.isFavorite, latitude: record.place?.latitude, longitude: record.place?.longitude,
                files: record.resources.map {
                    File(type: $0.type, name: $0.name, uniformType: $0.uniformType, bytes: $0.bytes)
                })
        }
    }

    /// The titles of the user's albums, and the identifiers of what is in each.
    public static var albums: [(title: String, members: [String])] {
        PhotoStore.current.folders.map { ($0.title, $0.members) }
    }

    /// Puts an album there, as the user does.
    public static func addAlbum(_ title: String) {
        PhotoStore.current.folders.append(.init(id: UUID().uuidString, title: title))
    }

    /// Puts a photo there, as the user does, perhaps with what they made of it in the library.
    /// - Returns: its identifier.
    @discardableResult public static func addPhoto(
        _ bytes: Data, edited: Data? = nil, name: String = "IMG_0001.JPG", width: Int = 4032, height: Int = 3024,
        date: Date = Date(), isInCloud: Bool = false
    ) -> String {
        var record = PhotoStore.Record(id: UUID().uuidString + "/L0/001")
        (record.width, record.height, record.creationDate) = (width, height, date)
        record.resources = [.init(type: .photo, name: name, uniformType: "public.jpeg", bytes: bytes)]
        record.resources[0].isInCloud = isInCloud
        if let edited {
            record.resources.append(
                .init(type: .fullSizePhoto, name: "FullRender.jpg", uniformType: "public.jpeg", bytes: edited))
        }
        PhotoStore.current.records.append(record)
        return record.id
    }
}
