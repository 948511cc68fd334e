extension Texts {
    /// English.
    public static let english = Texts(
        languageTag: "en",
        buttons: Buttons(
            takePhoto: "Take Photo", recordVideo: "Record Video", chooseFromLibrary: "Choose from Library",
            cancel: "Cancel", ok: "OK", turnOn: "Turn On", openSettings: "Open Settings", notNow: "Not Now",
            chooseMore: "Choose More Photos", retry: "Try Again", delete: "Delete", done: "Done", retake: "Retake",
            use: "Use", camera: "Camera", photos: "Photos", albums: "Albums", search: "Search by name", back: "Back",
            close: "Close", undo: "Undo", reset: "Reset", rotate: "Rotate", mirror: "Mirror", straighten: "Straighten",
            crop: "Crop", freeShape: "Free", square: "Square", circle: "Circle", preview: "Preview", play: "Play",
            pause: "Pause", flipCamera: "Switch Camera", stopRecording: "Stop Recording", livePhoto: "Live Photo",
            zoomIn: "Larger", zoomOut: "Smaller", moveEarlier: "Move Earlier", moveLater: "Move Later",
            deselectAll: "Deselect All"),
        camera: Access(
            question: "Turn on camera access?", off: "You have not allowed access to the camera.",
            restricted: "The camera is blocked by an administrator or by parental controls.",
            howTo: "Allow access in Settings, under Privacy, Camera."),
        microphone: Access(
            question: "Turn on microphone access?", off: "You have not allowed access to the microphone.",
            restricted: "The microphone is blocked by an administrator or by parental controls.",
            howTo: "Allow access in Settings, under Privacy, Microphone."),
        photos: Access(
            question: "Turn on photo access?", off: "You have not allowed access to your photos.",
            restricted: "Your photos are blocked by an administrator or by parental controls.",
            howTo: "Allow access in Settings, under Privacy, Photos."),
        addingPhotos: Access(
            question: "Allow adding photos?", off: "You have not allowed adding to your photos.",
            restricted: "Adding photos is blocked by an administrator or by parental controls.",
            howTo: "Allow adding photos in Settings, under Privacy, Photos."),
        limitedPhotos: LimitedPhotos(
            title: "Some of your photos", message: "Only the photos that you have chosen can be seen here."),
        notices: Notices(
            hint: "Note", sorry: "Sorry", choosePicture: "Choose a Picture",
            cameraUnavailable: "No camera is available", cameraInUse: "Another program is using the camera",
            cameraLost: "The camera was disconnected", cameraServiceMissing: "The camera service is not running",
            cameraOff: "Camera access is off", cameraRestricted: "The camera is blocked by an administrator",
            libraryUnavailable: "The photo library cannot be opened", cannotSave: "The photo could not be saved",
            noSpace: "There is no space left to save the photo", saved: "Saved",
            cannotUse: "{name} cannot be used", cannotPlay: "This cannot be played here"),
        counts: Counts(
            photos: .counted(one: "{n} Photo", other: "{n} Photos"),
            videos: .counted(one: "{n} Video", other: "{n} Videos"),
            selected: .counted(one: "{n} Selected", other: "{n} Selected"),
            left: .counted(one: "{n} Left", other: "{n} Left"),
            items: .counted(one: "{n} Item", other: "{n} Items")),
        limits: Limits(
            atMost: .counted(one: "At most {n}", other: "At most {n}"),
            atMostPhotos: .counted(one: "At most {n} photo", other: "At most {n} photos"),
            atMostVideos: .counted(one: "At most {n} video", other: "At most {n} videos"),
            atMostLivePhotos: .counted(one: "At most {n} live photo", other: "At most {n} live photos"),
            photosNotAllowed: "Photos cannot be chosen here", videosNotAllowed: "Videos cannot be chosen here",
            livePhotosNotAllowed: "Live photos cannot be chosen here",
            notTogether: "Photos and videos cannot be chosen together",
            tooManyBytes: "Larger than {limit}", tooLong: "Longer than {limit}", tooShort: "Shorter than {limit}",
            tooLarge: "More pixels than {limit}", tooSmall: "Fewer pixels than {limit}",
            already: "Chosen already", gone: "No longer in the library"),
        pages: Pages(
            loading: "Loading…",
            empty: .init(title: "No Photos", message: "Photos and videos that you take or add appear here."),
            emptyAlbum: .init(title: "Nothing Here", message: "This album has no photos or videos that fit."),
            nothingFound: .init(title: "Nothing Found", message: "No photo or video has such a name."),
            albumGone: .init(title: "Album Removed", message: "This album is no longer in the library."),
            failed: .init(title: "Photos Cannot Be Shown", message: "The photo library cannot be opened.")),
        dates: Dates(
            today: "Today", yesterday: "Yesterday",
            months: [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ],
            day: "{month} {day}", dayOfYear: "{month} {day}, {year}", month: "{month} {year}", year: "{year}"),
        spoken: Spoken(
            photo: "Photo", video: "Video", livePhoto: "Live photo",
            subtypes: [
                "panorama": "panorama", "screenshot": "screenshot", "animated": "animated",
                "slowMotion": "slow motion", "timeLapse": "time-lapse", "selfie": "selfie",
            ],
            hours: .counted(one: "{n} hour", other: "{n} hours"),
            minutes: .counted(one: "{n} minute", other: "{n} minutes"),
            seconds: .counted(one: "{n} second", other: "{n} seconds"),
            place: "{n} of {all}", selected: "selected", selectedAs: "selected as number {n}",
            waiting: "being checked", blocked: "cannot be selected: {reason}", remote: "not downloaded",
            favorite: "favorite", loading: "Loading", dates: "Dates"),
        editing: .english,
        shooting: .english,
        smartAlbums: [
            .recents: "Recents", .favorites: "Favorites", .videos: "Videos", .selfies: "Selfies",
            .livePhotos: "Live Photos", .panoramas: "Panoramas", .screenshots: "Screenshots", .bursts: "Bursts",
            .animated: "Animated", .recentlyAdded: "Recently Added", .photoStream: "My Photo Stream",
        ])
}

extension PluralText {
    fileprivate static func counted(one: String, other: String) -> PluralText {
        PluralText(.oneAndOther, one: one, other: other)
    }
}
