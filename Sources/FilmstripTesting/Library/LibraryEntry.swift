import Filmstrip
import Foundation

/// What is kept of an asset of the in-memory library; all else follows from its number.
struct LibraryEntry: Sendable, Hashable {
    var number: Int32
    /// Since 1970.
    var seconds: Int64
    var kind: MediaKind
    var subtypes: AssetSubtypes = []
    var isFavorite = false
    var isAdded = false

    /// Rises with the place among entries, newest first.
    var rank: Int32 { isAdded ? -number : number }

    /// The moment of the newest asset that was made up: 2024-06-30 at noon.
    static let newest: Int64 = 1_719_748_800

    /// So many entries, newest first.
    static func made(_ count: Int, seed: UInt64) -> [LibraryEntry] {
        var entries: [LibraryEntry] = []
        entries.reserveCapacity(count)
        var seconds = newest
        for number in 0..<count {
            let dice = mix(seed &* 0x1_0000_0001 ^ UInt64(number))
            // Bursts of pictures, and now and then a pause of some hours.
            seconds -= dice % 8 == 0 ? Int64(dice >> 8) % 40_000 : Int64(dice >> 8) & 63
            var entry = LibraryEntry(number: Int32(number), seconds: seconds, kind: .photo)
            switch dice >> 16 & 15 {
            case 0, 1: entry.kind = .video
            case 2: (entry.kind, entry.subtypes) = (.livePhoto, .live)
            case 3: entry.subtypes = .screenshot
            case 4: entry.subtypes = dice >> 20 & 1 == 0 ? .panorama : .burst
            case 5: entry.subtypes = dice >> 20 & 1 == 0 ? .selfie : .animated
            default: break
            }
            entry.isFavorite = dice >> 24 & 31 == 0
            entries.append(entry)
        }
        return entries
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) & 0x7FFF_FFFF_FFFF_FFFF
    }

    static func number(of id: AssetID) -> Int32? {
        id.rawValue.hasPrefix("memory-") ? Int32(id.rawValue.dropFirst(7)) : nil
    }

    var id: AssetID { AssetID("memory-\(number)") }
    /// Days since 1970; the pictures are all from places at UTC.
    var day: Int { Int(seconds / 86_400) }
    /// Each tenth original lies elsewhere.
    var isRemote: Bool { !isAdded && number % 10 == 9 }

    var asset: Asset {
        let isVideo = kind == .video
        let size =
            subtypes.contains(.panorama)
            ? PixelSize(width: 8000, height: 2000)
            : number % 3 == 0 ? PixelSize(width: 3000, height: 4000) : PixelSize(width: 4000, height: 3000)
        return Asset(
            id: id, kind: kind, subtypes: subtypes, size: isVideo ? PixelSize(width: 1920, height: 1080) : size,
            duration: isVideo ? Double(number % 90) + 1 : kind == .livePhoto ? 3 : nil,
            date: MediaDate(
                instant: Date(timeIntervalSince1970: Double(seconds)), offsetFromUTC: 0,
                source: isVideo ? .container : .exif),
            place: number % 4 == 0 ? Place(latitude: Double(number % 80), longitude: Double(number % 170) + 0.5) : nil,
            fileName: isVideo ? "MOV_\(number).mov" : "IMG_\(number).jpg", contentType: isVideo ? .quickTime : .jpeg,
            byteCount: Int64(1_000_000 + Int(number) % 4_000_000), frameCount: isVideo ? nil : 1,
            isFavorite: isFavorite, isRemote: isRemote)
    }

    func isIn(_ smart: Album.Smart) -> Bool {
        switch smart {
        case .recents: true
        case .favorites: isFavorite
        case .videos: kind == .video
        case .livePhotos: kind == .livePhoto
        case .selfies: subtypes.contains(.selfie)
        case .panoramas: subtypes.contains(.panorama)
        case .screenshots: subtypes.contains(.screenshot)
        case .bursts: subtypes.contains(.burst)
        case .animated: subtypes.contains(.animated)
        case .recentlyAdded: isAdded || number < 100
        case .photoStream: false
        }
    }
}
