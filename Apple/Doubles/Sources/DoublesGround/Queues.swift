public import Foundation

/// The queues on which Apple's frameworks call back.
public enum Queues {
    /// Some queue that is not the main one.
    public static let anywhere = DispatchQueue(label: "anywhere.doubles", attributes: .concurrent)
    /// The private queue on which the photo library runs its blocks.
    public static let photos = DispatchQueue(label: "photos.doubles")
}
