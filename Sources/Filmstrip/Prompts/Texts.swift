/// Every text that a user of Filmstrip can see, as values: take a language's set, change what you want to say otherwise, and
/// hand it over with the request.
///
///     var texts = Texts.preferred()
///     texts.buttons.takePhoto = "Snap"
///
/// Errors for developers are English and not part of it; the command tells those in the user's language that a text here is about.
public struct Texts: Sendable, Hashable {
    /// The language of the set, as a BCP 47 tag.
    public var languageTag: String
    public var buttons: Buttons
    public var camera: Access
    public var microphone: Access
    public var photos: Access
    public var addingPhotos: Access
    public var limitedPhotos: LimitedPhotos
    public var notices: Notices
    public var counts: Counts
    public var limits: Limits
    /// The titles of the smart albums.
    public var smartAlbums: [Album.Smart: String]

    /// Titles of buttons and menu rows.
    public struct Buttons: Sendable, Hashable {
        public var takePhoto: String
        public var recordVideo: String
        public var chooseFromLibrary: String
        public var cancel: String
        public var ok: String
        /// Leads to the settings, under a question whether to turn something on.
        public var turnOn: String
        /// Leads to the settings, under a statement that something is off.
        public var openSettings: String
        /// The way out beside `openSettings`.
        public var notNow: String
        public var chooseMore: String
        public var retry: String
        public var delete: String
        public var done: String
        public var retake: String
        public var use: String
    }

    /// What is said about one permission.
    public struct Access: Sendable, Hashable {
        /// "Turn on … access?"
        public var question: String
        /// That it is off, to the user who has switched it off.
        public var off: String
        /// That somebody above the user blocks it. Promises no switch.
        public var restricted: String
        /// How to turn it on, where the settings cannot be opened from here.
        public var howTo: String
    }

    /// What is said when a part of the library is allowed.
    public struct LimitedPhotos: Sendable, Hashable {
        public var title: String
        public var message: String
    }

    /// Titles and notices.
    public struct Notices: Sendable, Hashable {
        /// The title of a hint.
        public var hint: String
        /// The title of bad news.
        public var sorry: String
        /// The title over the choice of a source.
        public var choosePicture: String
        public var cameraUnavailable: String
        public var cameraInUse: String
        public var cameraLost: String
        public var cameraServiceMissing: String
        public var cameraOff: String
        public var cameraRestricted: String
        public var libraryUnavailable: String
        public var cannotSave: String
        public var noSpace: String
        public var saved: String
    }

    /// Numbers of things.
    public struct Counts: Sendable, Hashable {
        public var photos: PluralText
        public var videos: PluralText
        public var selected: PluralText
    }

    /// Why something could not be chosen.
    public struct Limits: Sendable, Hashable {
        public var atMost: PluralText
        public var atMostPhotos: PluralText
        public var atMostVideos: PluralText
        public var atMostLivePhotos: PluralText
        public var photosNotAllowed: String
        public var videosNotAllowed: String
        public var livePhotosNotAllowed: String
        public var notTogether: String
        /// `{limit}` stands for a size such as `10 MB`.
        public var tooManyBytes: String
        /// `{limit}` stands for a duration such as `0:15`.
        public var tooLong: String
        /// `{limit}` stands for a duration such as `0:15`.
        public var tooShort: String
        /// `{limit}` stands for a size such as `4000x3000`.
        public var tooLarge: String
        /// `{limit}` stands for a size such as `200x200`.
        public var tooSmall: String
        public var already: String
        public var gone: String
    }

    /// What is said about that permission.
    public func access(to permission: Permission) -> Access {
        switch permission {
        case .camera: camera
        case .microphone: microphone
        case .photoLibrary: photos
        case .photoLibraryAdding: addingPhotos
        }
    }

    /// The title of a smart album; its plain name where an app has taken the title away.
    public func title(of album: Album.Smart) -> String {
        smartAlbums[album] ?? album.rawValue
    }

    /// The footer of a grid, such as `12 Photos, 1 Video`: what there is none of is left out. Live photos are photos.
    public func footer(_ countByKind: [MediaKind: Int]) -> String {
        let photos = countByKind[.photo, default: 0] + countByKind[.livePhoto, default: 0]
        let videos = countByKind[.video, default: 0]
        let parts = [photos > 0 ? counts.photos(photos) : nil, videos > 0 ? counts.videos(videos) : nil]
        let found = parts.compactMap { $0 }
        return found.isEmpty ? counts.photos(0) : found.joined(separator: languageTag.hasPrefix("zh") ? "，" : ", ")
    }

    /// A duration as a badge shows it: whole seconds begun, `0:15`, `1:02:03`.
    public static func duration(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(min(max(0, seconds), 359_999)) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
    }

    /// A number of bytes as people read it, in powers of 1000: `980 bytes`, `1.5 MB`, `10 GB`.
    public static func byteCount(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return "\(max(0, bytes)) bytes" }
        var tenths = bytes / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        let fraction = tenths % 10 == 0 || tenths >= 1000 ? "" : ".\(tenths % 10)"
        return "\(tenths / 10)\(fraction) \(units[unit])"
    }
}
