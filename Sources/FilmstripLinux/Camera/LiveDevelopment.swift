import Filmstrip
import FilmstripFormats
import Foundation

/// Makes the files of a live photo out of its frame and its moments, off the actor and off the streaming threads.
struct LiveDevelopment: Sendable {
    /// The still, on its way into its format.
    private let still: Task<Result<Data, CameraError>, Never>
    private let size: PixelSize
    private let turn: Orientation
    private let shot: LiveShot
    private let settings: PhotoSettings
    private let camera: CameraDevice
    private let latency: Double
    private let date: MediaDate
    private let zone: TimeZone
    /// The first that has space left takes the files.
    private let folders: [CaptureFolder]
    /// What the movie is made with.
    private let reel: LiveReel

    /// Begins to code the still, while the moments after it come. Its frame is let go as soon as that is done: cameras have few.
    init(
        _ taken: GStreamerCamera.Exposure, _ shot: LiveShot, _ reel: LiveReel, _ settings: PhotoSettings,
        camera: CameraDevice, folders: [CaptureFolder]
    ) {
        (self.shot, self.reel, self.settings, self.camera, self.folders) = (shot, reel, settings, camera, folders)
        (size, latency, date, zone) = (taken.still.size, taken.latency, taken.date, taken.zone)
        turn = taken.turn
        let mirrored = reel.plan.mirrored
        still = Task {
            await GStreamerThread.run { () -> Result<Data, CameraError> in
                do throws(CameraError) {
                    let tags = StillTags(date: taken.date, model: camera.name, place: settings.place)
                    return .success(
                        try StillEncoder.encode(
                            taken.still, as: settings.format, quality: settings.quality, turn: taken.turn,
                            mirrored: mirrored, tags: tags))
                } catch { return .failure(error) }
            }
        }
    }

    /// Waits for still and moments, then writes both.
    func run() async throws(CameraError) -> CapturedLivePhoto {
        let bytes = try await still.value.get()
        let moments = await shot.moments
        return try await GStreamerThread.run { () -> Result<CapturedLivePhoto, CameraError> in
            do throws(CameraError) { return .success(try write([UInt8](bytes), moments)) } catch {
                return .failure(error)
            }
        }.get()
    }

    private func write(_ still: [UInt8], _ moments: LiveMoments) throws(CameraError) -> CapturedLivePhoto {
        let identifier = UUID().uuidString
        do throws(CameraError) {
            let movie = try LiveMovie(
                moments, stillAt: shot.time, interval: reel.frameInterval, soundEncoder: reel.plan.soundEncoder,
                tags: .init(
                    date: date, model: camera.name, place: settings.place,
                    turn: turn.after(mirroring: reel.plan.mirrored), identifier: identifier))
            let paths = try place([(try bound(still, to: identifier), settings.format), (movie.bytes, .quickTime)])
            return CapturedLivePhoto(
                photo: photo(at: paths[0]), movie: .success(video(movie, moments, at: paths[1])),
                stillTime: movie.stillTime)
        } catch {
            // The still is worth more than the pair.
            return CapturedLivePhoto(
                photo: photo(at: try place([(still, settings.format)])[0]), movie: .failure(error), stillTime: 0)
        }
    }

    /// The still with the identifier in it; all else stays.
    private func bound(_ still: [UInt8], to identifier: String) throws(CameraError) -> [UInt8] {
        do throws(LibraryError) {
            let source = MemoryByteSource(still)
            return try MotionPhotoFile.still(source, identifier: .set(identifier)).assembled(from: source)
        } catch { throw .internal("the photo cannot be bound to its movie: \(error.message)") }
    }

    /// Writes files that appear together under one new name, or not at all.
    private func place(_ files: [(bytes: [UInt8], type: ContentType)]) throws(CameraError) -> [MediaPath] {
        try CaptureFolder.first(of: folders) { folder throws(CameraError) in try place(files, in: folder) }
    }

    private func place(
        _ files: [(bytes: [UInt8], type: ContentType)], in folder: CaptureFolder
    ) throws(CameraError) -> [MediaPath] {
        try folder.create()
        do throws(LibraryError) {
            let set = try FileSet(in: folder.path)
            for file in files {
                try set.add([.bytes(file.bytes)], of: folder.path, ending: file.type.fileExtension)
            }
            return try set.appear(stem: MediaPath(CaptureFolder.name(.photo, at: date.instant, in: zone)))
        } catch {
            switch error {
            case .noSpace(let folder): throw .noSpace(folder: folder)
            case .readOnly(let folder): throw .readOnly(folder: folder)
            case .permissionDenied, .permissionRestricted, .notPermitted: throw .readOnly(folder: folder.path.string)
            default: throw .internal(error.message)
            }
        }
    }

    private func photo(at path: MediaPath) -> CapturedPhoto {
        CapturedPhoto(
            file: MediaFile(path: path, contentType: settings.format, isTemporary: true),
            size: turn.applied(to: size), date: date,
            camera: camera.id, shutterLatency: latency)
    }

    private func video(_ movie: LiveMovie, _ moments: LiveMoments, at path: MediaPath) -> CapturedVideo {
        // The microphone may have been open, and nothing came.
        let silence = moments.sound == .recorded ? .missing(.noMicrophone) : moments.sound
        return CapturedVideo(
            file: MediaFile(path: path, contentType: .quickTime, isTemporary: true),
            size: turn.applied(to: reel.plan.size), date: date,
            camera: camera.id, duration: movie.duration, framesPerSecond: Double(movie.frameCount) / movie.duration,
            framesDropped: moments.framesDropped, sound: movie.hasSound ? .recorded : silence,
            interruption: moments.interruption)
    }
}
