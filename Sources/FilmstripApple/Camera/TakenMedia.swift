#if os(iOS) || FILMSTRIP_DOUBLES
    package import Filmstrip
    import FilmstripFormats
    import Foundation
    package import UIKit

    /// What the system's camera gave, before it is made into files.
    package enum TakenMedia: Sendable {
        /// A picture in memory: the system's camera writes no file of it. `edited` where the user cropped it.
        case photo(UIImage, edited: UIImage?, metadata: ImageFile.Metadata)
        /// A movie in a file that is ours now.
        case video(MediaFile)

        /// Makes files of it.
        /// - Parameters:
        ///   - camera: the camera that took it.
        ///   - editingWasOffered: whether the camera's own screen let the user edit.
        ///   - sound: whether a movie has sound.
        ///   - inbox: where the files go.
        /// - Throws: `noSpace`, `recordingFailed` when the movie cannot be read.
        @concurrent package func captured(
            by camera: CameraDevice.ID, editingWasOffered: Bool, sound: CapturedVideo.Sound = .recorded,
            into inbox: Inbox = Inbox()
        ) async throws(CameraError) -> CapturedMedia {
            do throws(LibraryError) {
                switch self {
                case .photo(let image, let edited, let metadata):
                    let file = try await Self.write(image, metadata, inbox)
                    var crop: MediaFile?
                    if let edited { crop = try await Self.write(edited, metadata, inbox) }
                    let facts = try FileFacts(of: file.path, name: "")
                    return .photo(
                        CapturedPhoto(
                            file: file, size: facts.header.size, date: facts.date, camera: camera, shutterLatency: 0,
                            editing: editingWasOffered || crop != nil ? .offered(crop) : .notOffered))
                case .video(let file):
                    let facts = try FileFacts(of: file.path, name: "")
                    return .video(
                        CapturedVideo(
                            file: file, size: facts.header.size, date: facts.date, camera: camera,
                            duration: facts.header.duration ?? 0, framesPerSecond: 0, framesDropped: 0,
                            sound: sound,
                            editing: editingWasOffered ? .offered(nil) : .notOffered))
                }
            } catch {
                throw Self.cameraError(error)
            }
        }

        /// Best quality, since this is the original.
        private static func write(
            _ image: UIImage, _ metadata: ImageFile.Metadata, _ inbox: Inbox
        ) async throws(LibraryError) -> MediaFile {
            guard let bitmap = image.cgImage else { throw .internal("the camera gave a picture without pixels") }
            let still = ImageFile.Still(
                image: bitmap, orientation: Orientation(image.imageOrientation), metadata: metadata)
            return try await ImageFile.write(still, quality: 1, into: inbox)
        }

        private static func cameraError(_ error: LibraryError) -> CameraError {
            switch error {
            case .noSpace(let folder): .noSpace(folder: folder)
            default: .internal(error.message)
            }
        }
    }

    extension Orientation {
        /// UIKit's orientation, which counts otherwise. What is not known yet counts as upright.
        package init(_ orientation: UIImage.Orientation) {
            self =
                switch orientation {
                case .up: .up
                case .down: .down
                case .left: .left
                case .right: .right
                case .upMirrored: .upMirrored
                case .downMirrored: .downMirrored
                case .leftMirrored: .leftMirrored
                case .rightMirrored: .rightMirrored
                @unknown default: .up
                }
        }
    }
#endif
