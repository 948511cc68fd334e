import Foundation

/// The device, the app and the user that the doubles pretend to be.
public struct Device: Sendable {
    /// A phone or a tablet.
    public enum Idiom: Sendable { case phone, pad }
    /// A camera that the device has.
    public enum Camera: Sendable, Hashable { case front, rear }
    /// Something that the user must allow.
    public enum Access: Sendable, Hashable, CaseIterable { case camera, microphone, photosReadWrite, photosAddOnly }
    /// What the user, or somebody above, has said.
    public enum Status: Sendable, Hashable { case notDetermined, restricted, denied, limited, authorized, unknown }

    public var idiom = Idiom.phone
    public var cameras: Set<Camera> = [.front, .rear]
    /// The cameras beside which there is a light.
    public var flashes: Set<Camera> = [.rear]
    /// Whether the photo library can be shown by the system's picker.
    public var hasPhotoLibrary = true
    /// The keys of the app's Info.plist that say what something is used for.
    public var usageDescriptions: Set<String> = [
        "NSCameraUsageDescription", "NSMicrophoneUsageDescription", "NSPhotoLibraryUsageDescription",
        "NSPhotoLibraryAddUsageDescription",
    ]
    /// What was said until now. What is not listed is not determined.
    public var statuses: [Access: Status] = [:]
    /// What the user answers when the system asks. What is not listed is denied.
    public var answers: [Access: Status] = [:]
    /// Whether the app's page in the system's settings can be opened.
    public var canOpenSettings = true
    /// Whether the microphone can be heard, the library written, and so on: what fails, and with which code.
    public var failures: [Failure: Int] = [:]

    /// Something that a test lets fail.
    public enum Failure: Sendable, Hashable {
        case photoLibraryChanges, itemProviders, videoCapture
        /// Item providers never answer, not even when they are cancelled.
        case itemProviderAnswers
    }

    public init() {}

    /// A phone with two cameras on which everything is allowed.
    public static var phone: Device {
        var device = Device()
        for access in Access.allCases { device.statuses[access] = .authorized }
        return device
    }
    /// A tablet with two cameras on which everything is allowed.
    public static var pad: Device {
        var device = phone
        device.idiom = .pad
        return device
    }
}
