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
    /// Titles of buttons and menu rows.
    public var buttons: Buttons
    /// What is said about the permission to use the camera.
    public var camera: Access
    /// What is said about the permission to use the microphone.
    public var microphone: Access
    /// What is said about the permission to read the photo library.
    public var photos: Access
    /// What is said about the permission to add to the photo library.
    public var addingPhotos: Access
    /// What is said when a part of the library is allowed.
    public var limitedPhotos: LimitedPhotos
    /// Titles and notices.
    public var notices: Notices
    /// Numbers of things.
    public var counts: Counts
    /// Why something could not be chosen.
    public var limits: Limits
    /// What a page says that has no pictures to show.
    public var pages: Pages
    /// How days are named.
    public var dates: Dates
    /// What a screen reader says of a picture.
    public var spoken: Spoken
    /// What the editors say beside their buttons.
    public var editing: Editing
    /// What a camera's screen says.
    public var shooting: Shooting
    /// The titles of the smart albums.
    public var smartAlbums: [Album.Smart: String]

    /// Titles of buttons and menu rows.
    public struct Buttons: Sendable, Hashable {
        /// Opens the camera for a photo; also the name of the shutter.
        public var takePhoto: String
        /// Opens the camera for a video; also the name of its button.
        public var recordVideo: String
        /// Opens the library.
        public var chooseFromLibrary: String
        /// Ends without a result.
        public var cancel: String
        /// Closes a notice.
        public var ok: String
        /// Leads to the settings, under a question whether to turn something on.
        public var turnOn: String
        /// Leads to the settings, under a statement that something is off.
        public var openSettings: String
        /// The way out beside `openSettings`.
        public var notNow: String
        /// Lets more of a limited library be seen.
        public var chooseMore: String
        /// Tries once more what failed.
        public var retry: String
        /// Takes a picture out.
        public var delete: String
        /// Ends with what is chosen.
        public var done: String
        /// Throws away what was taken and goes back to the live picture.
        public var retake: String
        /// Hands over what was taken.
        public var use: String
        /// The tile that leads to the camera.
        public var camera: String
        /// The tile that leads to the albums.
        public var photos: String
        /// The list of albums.
        public var albums: String
        /// What stands in an empty search field.
        public var search: String
        /// Goes to the page before.
        public var back: String
        /// Closes what lies over the page.
        public var close: String
        /// Takes the last change back.
        public var undo: String
        /// Goes back to how it was at first.
        public var reset: String
        /// Turns by a quarter.
        public var rotate: String
        /// Exchanges left and right.
        public var mirror: String
        /// Makes the horizon level.
        public var straighten: String
        /// Chooses what is kept of a picture.
        public var crop: String
        /// Any shape of a crop.
        public var freeShape: String
        /// A crop as high as it is wide.
        public var square: String
        /// A round crop.
        public var circle: String
        /// Shows one picture large.
        public var preview: String
        /// Plays a movie.
        public var play: String
        /// Lets a movie stand still.
        public var pause: String
        /// Changes to the other camera.
        public var flipCamera: String
        /// Ends a recording.
        public var stopRecording: String
        /// Turns live photos on or off.
        public var livePhoto: String
        /// Makes tiles larger.
        public var zoomIn: String
        /// Makes tiles smaller.
        public var zoomOut: String
        /// Moves a chosen picture one place to the front.
        public var moveEarlier: String
        /// Moves a chosen picture one place to the back.
        public var moveLater: String
        /// Takes all chosen pictures out.
        public var deselectAll: String
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
        /// That only a part is seen here.
        public var title: String
        /// What is seen and what is not.
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
        /// There is no camera, or none that works.
        public var cameraUnavailable: String
        /// Another program has the camera.
        public var cameraInUse: String
        /// The camera was unplugged.
        public var cameraLost: String
        /// What lets programs use cameras is not running.
        public var cameraServiceMissing: String
        /// The user has not allowed the camera.
        public var cameraOff: String
        /// Somebody above the user blocks the camera.
        public var cameraRestricted: String
        /// The photo library cannot be opened.
        public var libraryUnavailable: String
        /// A capture could not be saved.
        public var cannotSave: String
        /// A capture could not be saved, since the disk is full.
        public var noSpace: String
        /// A capture was saved.
        public var saved: String
        /// A file that was dragged in or pasted is no picture or video, or cannot be read. `{name}` stands for its name.
        public var cannotUse: String
        /// A video or live photo cannot be played on this system.
        public var cannotPlay: String
    }

    /// Numbers of things.
    public struct Counts: Sendable, Hashable {
        /// Photos, live ones among them.
        public var photos: PluralText
        /// Videos.
        public var videos: PluralText
        /// How many are chosen.
        public var selected: PluralText
        /// How many more may be chosen.
        public var left: PluralText
        /// Photos and videos together, such as those of an album.
        public var items: PluralText
    }

    /// Why something could not be chosen.
    public struct Limits: Sendable, Hashable {
        /// No more of anything.
        public var atMost: PluralText
        /// No more photos.
        public var atMostPhotos: PluralText
        /// No more videos.
        public var atMostVideos: PluralText
        /// No more live photos.
        public var atMostLivePhotos: PluralText
        /// Only other kinds are wanted.
        public var photosNotAllowed: String
        /// Only other kinds are wanted.
        public var videosNotAllowed: String
        /// Only other kinds are wanted.
        public var livePhotosNotAllowed: String
        /// Pictures or videos, not both.
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
        /// What is attached already may not be chosen again.
        public var already: String
        /// It has been removed from the library.
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

    /// What stands between the parts of a list of them.
    package var listSeparator: String { languageTag.hasPrefix("zh") ? "，" : ", " }

    /// The footer of a grid, such as `12 Photos, 1 Video`: what there is none of is left out. Live photos are photos.
    public func footer(_ countByKind: [MediaKind: Int]) -> String {
        let photos = countByKind[.photo, default: 0] + countByKind[.livePhoto, default: 0]
        let videos = countByKind[.video, default: 0]
        let parts = [photos > 0 ? counts.photos(photos) : nil, videos > 0 ? counts.videos(videos) : nil]
        let found = parts.compactMap { $0 }
        return found.isEmpty ? counts.photos(0) : found.joined(separator: listSeparator)
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
