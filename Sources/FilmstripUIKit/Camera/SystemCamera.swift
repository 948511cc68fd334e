#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    import UIKit

    /// The system's camera, as a list of cameras and as what a request makes of its screen.
    public enum SystemCamera {
        static let rear: CameraDevice.ID = "system-rear"
        static let front: CameraDevice.ID = "system-front"

        /// The cameras that the system's camera screen can use: known without a permission. Empty on a simulator, and where
        /// there is none.
        @MainActor public static func devices() -> [CameraDevice] {
            guard UIImagePickerController.isSourceTypeAvailable(.camera) else { return [] }
            let all: [(UIImagePickerController.CameraDevice, CameraDevice.ID, CameraDevice.Position)] = [
                (.rear, rear, .rear), (.front, front, .front),
            ]
            return all.compactMap { device, id, position in
                guard UIImagePickerController.isCameraDeviceAvailable(device) else { return nil }
                let hasFlash = UIImagePickerController.isFlashAvailable(for: device)
                return CameraDevice(
                    id: id, name: position == .front ? "Front Camera" : "Rear Camera", position: position,
                    kind: .system, flash: hasFlash ? Set(FlashMode.allCases) : nil)
            }
        }

        /// Makes a screen of the system's camera.
        /// - Throws: `noCamera`, or `configurationFailed` when the app does not say what it needs camera or microphone for: the
        ///   system would end it.
        @MainActor static func screen(
            for request: CaptureRequest, usage: UsageDescriptions
        ) throws(CameraError) -> UIImagePickerController {
            guard UIImagePickerController.isSourceTypeAvailable(.camera) else { throw .noCamera }
            let settings = Settings(request)
            do throws(PermissionError) {
                try usage.demand(.camera)
                if settings.takesVideo { try usage.demand(.microphone) }
            } catch {
                throw .configurationFailed(error.message)
            }
            // What is not offered would raise an exception.
            let offered = UIImagePickerController.availableMediaTypes(for: .camera) ?? []
            let types = settings.mediaTypes.filter(offered.contains)
            guard !types.isEmpty else { throw .noCamera }
            let picker = UIImagePickerController()
            // The source first: before it is a camera, the rest cannot be set.
            picker.sourceType = .camera
            picker.mediaTypes = types
            // A mode whose type is not offered would raise one, too.
            let startsWithVideo = settings.startsWithVideo ? types.contains("public.movie") : types == ["public.movie"]
            picker.cameraCaptureMode = startsWithVideo ? .video : .photo
            picker.cameraDevice = device(for: request.position)
            picker.cameraFlashMode = request.flash.system
            picker.allowsEditing = settings.allowsEditing
            picker.videoQuality = request.recording.quality.system
            if let seconds = settings.maximumDuration { picker.videoMaximumDuration = seconds }
            picker.showsCameraControls = request.placement == .fullScreen
            picker.modalPresentationStyle = .fullScreen
            return picker
        }

        /// Front or rear is a wish: with only one camera, that one.
        @MainActor static func device(for position: CameraDevice.Position) -> UIImagePickerController.CameraDevice {
            let wish: UIImagePickerController.CameraDevice = position == .front ? .front : .rear
            let other: UIImagePickerController.CameraDevice = position == .front ? .rear : .front
            return UIImagePickerController.isCameraDeviceAvailable(wish) ? wish : other
        }

        /// What a request means for the system's camera. It takes no live photos; a photo is taken instead.
        struct Settings: Sendable, Hashable {
            var takesPhotos: Bool
            var takesVideo: Bool
            var startsWithVideo: Bool
            /// A square for pictures and trimming for videos, all or nothing: the system's camera has one switch.
            var allowsEditing: Bool
            /// Seconds.
            var maximumDuration: Double?

            init(_ request: CaptureRequest) {
                let kinds = request.allowedKinds.union([request.kind])
                takesVideo = kinds.contains(.video)
                takesPhotos = kinds.contains(.photo) || kinds.contains(.livePhoto)
                startsWithVideo = request.kind == .video
                maximumDuration = request.recording.maximumDuration
                var trims = false
                if case .trim(let longest) = request.editing.videos, takesVideo {
                    trims = true
                    maximumDuration = [maximumDuration, longest].compactMap(\.self).min()
                }
                allowsEditing = trims || (request.editing.pictures == .square && takesPhotos)
            }

            /// By the system's type names.
            var mediaTypes: [String] {
                (takesPhotos ? ["public.image"] : []) + (takesVideo ? ["public.movie"] : [])
            }
        }
    }

    extension FlashMode {
        var system: UIImagePickerController.CameraFlashMode {
            switch self {
            case .off: .off
            case .on: .on
            case .auto: .auto
            }
        }
    }

    extension RecordingSettings.Quality {
        var system: UIImagePickerController.QualityType {
            switch self {
            case .low: .typeLow
            case .medium: .typeMedium
            case .high: .typeHigh
            }
        }
    }
#endif
