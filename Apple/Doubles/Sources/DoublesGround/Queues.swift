public import Foundation

/// The queues on which Apple's frameworks call back.
public enum Queues {
    /// Some queue that is not the main one.
    public static let anywhere = DispatchQueue(label: "anywhere.doubles", attributes: .concurrent)
    /// The private queue on which the photo library runs its blocks.
    public static let photos = DispatchQueue(label: "photos.doubles")

    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this runs on the main queue. The thread tells nothing: the main queue moves to another one as soon as the
    /// program's first thread waits for it.
    public static var isMain: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
