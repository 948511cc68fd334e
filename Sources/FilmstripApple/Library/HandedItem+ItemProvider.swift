#if os(iOS) || FILMSTRIP_DOUBLES
    package import Filmstrip
    import FilmstripFormats
    import Foundation
    package import PhotosUI
    import UniformTypeIdentifiers

    extension HandedItem {
        /// What the system's picker hands over. The bytes are the original's, with all that they tell about place, time and
        /// orientation. Its identity is the asset's where the picker tells it, and one made for it otherwise.
        /// - Parameters:
        ///   - result: holds whoever has the file, and deletes it as soon as it has been looked at; so it is copied at once.
        ///   - inbox: where the copy goes.
        package init(_ result: PHPickerResult, inbox: Inbox) {
            self.init(result.itemProvider, id: result.assetIdentifier.map(AssetID.init(rawValue:)), inbox: inbox)
        }

        init(_ provider: NSItemProvider, id: AssetID?, inbox: Inbox) {
            let id = id ?? AssetID(UUID().uuidString)
            let provided = ProvidedFile(provider: provider, inbox: inbox)
            self.init(id: id) { progress throws(LibraryError) in try await provided.load(as: id, progress: progress) }
        }
    }

    /// A photo, video or live photo in the hands of an item provider.
    private struct ProvidedFile: @unchecked Sendable {
        // Unchecked because not every SDK says that item providers may be used from any thread, which their documentation does.
        let provider: NSItemProvider
        let inbox: Inbox

        /// How often a download is asked how far it is.
        private static let progressInterval = Duration.milliseconds(100)

        func load(
            as id: AssetID, progress: @escaping @Sendable (Double) async -> Void
        ) async throws(LibraryError) -> PickedMedia {
            let kinds = OriginalTypes(provider.registeredTypeIdentifiers)
            if let bundle = kinds.liveBundle, let pair = try await livePhoto(of: bundle, progress: progress) {
                return try media(pair.still, movie: pair.movie, id: id)
            }
            guard let type = kinds.file else {
                throw .unsupportedFormat(path: provider.suggestedName ?? id.rawValue)
            }
            let files = try await files(of: type, progress: progress)
            guard let file = files.first else { throw .unsupportedFormat(path: provider.suggestedName ?? id.rawValue) }
            return try media(file, movie: nil, id: id)
        }

        /// Still and movie; nil where the bundle lacks one or cannot be had, so that the still can be loaded by itself.
        private func livePhoto(
            of type: String, progress: @escaping @Sendable (Double) async -> Void
        ) async throws(LibraryError) -> (still: MediaFile, movie: MediaFile)? {
            let files: [MediaFile]
            do throws(LibraryError) {
                files = try await self.files(of: type, progress: progress)
            } catch .unreadable {
                return nil
            }
            guard let still = files.first(where: { !$0.contentType.isVideo }),
                let movie = files.first(where: { $0.contentType.isVideo })
            else { return nil }
            return (still, movie)
        }

        private func media(_ file: MediaFile, movie: MediaFile?, id: AssetID) throws(LibraryError) -> PickedMedia {
            let name = fileName(of: file)
            let facts = try FileFacts(of: file.path, name: name)
            var seconds: Double?
            if let movie { seconds = try FileFacts(of: movie.path, name: name).header.duration }
            let kind: MediaKind = movie != nil ? .livePhoto : file.contentType.isVideo ? .video : .photo
            let asset = facts.asset(id: id, kind: kind, fileName: name, movieDuration: seconds)
            return PickedMedia(origin: .library(asset), original: file, movie: movie)
        }

        /// What the photo is called in the library, with the ending of what it holds.
        private func fileName(of file: MediaFile) -> String {
            let stem = provider.suggestedName ?? file.path.name.string
            return stem.contains(".") ? stem : "\(stem).\(file.contentType.fileExtension.uppercased())"
        }

        /// Asks for the files of a type, and copies them while they are there.
        private func files(
            of type: String, progress: @escaping @Sendable (Double) async -> Void
        ) async throws(LibraryError) -> [MediaFile] {
            let running = RunningLoad()
            let reporter = Task {
                while !Task.isCancelled, let fraction = running.fraction {
                    await progress(fraction)
                    do { try await Task.sleep(for: Self.progressInterval) } catch { return }
                }
            }
            defer { reporter.cancel() }
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    guard running.begin(continuation) else { return }
                    let load = provider.loadFileRepresentation(forTypeIdentifier: type) { [inbox] address, error in
                        guard running.isWanted else { return }
                        // The file is gone when this handler returns.
                        let taken = Self.take(address, error, into: inbox)
                        if !running.end(with: taken), case .success(let files) = taken { inbox.discard(files) }
                    }
                    running.follow(load)
                }
            } onCancel: {
                running.cancel()
            }.get()
        }

        private static func take(
            _ address: URL?, _ error: (any Error)?, into inbox: Inbox
        ) -> Result<[MediaFile], LibraryError> {
            guard let address else {
                let reason = error.map { $0.localizedDescription } ?? "it was not handed over"
                return .failure(.unreadable(path: "", reason: reason))
            }
            do throws(LibraryError) {
                guard isFolder(address) else { return .success([try inbox.copy(address)]) }
                let parts: [URL]
                do {
                    parts = try FileManager.default.contentsOfDirectory(at: address, includingPropertiesForKeys: nil)
                } catch {
                    throw LibraryError(error, at: address)
                }
                // A live photo is a folder of still, movie and a list of properties, which is no media and is left out.
                var files: [MediaFile] = []
                for part in parts.sorted(by: { $0.path < $1.path }) {
                    do throws(LibraryError) {
                        files.append(try inbox.copy(part))
                    } catch .unsupportedFormat {
                        continue
                    }
                }
                return .success(files)
            } catch {
                return .failure(error)
            }
        }

        private static func isFolder(_ address: URL) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: address.path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    /// Which of the types that a provider offers is the original.
    struct OriginalTypes: Sendable, Hashable {
        /// Still and movie of a live photo in one folder.
        var liveBundle: String?
        /// The photo or video itself: the first one that is offered. A later one, or the general `public.image`, would be
        /// converted.
        var file: String?

        init(_ offered: [String]) {
            liveBundle = offered.first { $0 == "com.apple.live-photo-bundle" }
            file = offered.first { identifier in
                guard identifier != liveBundle, let type = UTType(identifier) else { return false }
                return type.conforms(to: .image) || type.conforms(to: .movie)
            }
        }
    }

    /// A load that can be asked how far it is, and cancelled, from anywhere and at any time. Whoever waits for it is answered once:
    /// at once when it is cancelled, since nothing says that a provider answers then.
    private final class RunningLoad: Sendable {
        typealias Outcome = Result<[MediaFile], LibraryError>

        private struct State {
            var waiting: CheckedContinuation<Outcome, Never>?
            var progress: Progress?
            var isOver = false
        }

        private let state = Locked(State())

        /// Lets somebody wait. False when the load was cancelled before; they have their answer then.
        func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(returning: .failure(.cancelled)) }
            return !isOver
        }

        /// Knows the load's progress from now on.
        func follow(_ progress: Progress) {
            let isOver = state.withLock { state in
                state.progress = progress
                return state.isOver
            }
            if isOver { progress.cancel() }
        }

        /// Whether somebody still waits.
        var isWanted: Bool { state.withLock { !$0.isOver } }

        /// Answers who waits.
        /// - Returns: whether somebody did.
        @discardableResult
        func end(with outcome: Outcome) -> Bool {
            let waiting = state.withLock { state in
                state.isOver = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: outcome)
            return waiting != nil
        }

        func cancel() {
            end(with: .failure(.cancelled))
            state.withLock { $0.progress }?.cancel()
        }

        /// 0 to 1; nil once it is over.
        var fraction: Double? {
            state.withLock { $0.isOver ? nil : $0.progress?.fractionCompleted ?? 0 }
        }
    }
#endif
