public import Filmstrip
import FilmstripFormats
import Foundation

extension PictureDecoder {
    /// How pictures are decoded. Every field has a default.
    public struct Configuration: Sendable {
        /// What happens when the helper program is missing.
        public enum WithoutHelper: Sendable, Hashable {
            /// Pictures are decoded in this program, with no wall around it. `protection` says so.
            case decodeInProcess
            /// Nothing is decoded: each picture ends with `decoderFailed`.
            case refuse
        }

        /// The folder of the helper programs `filmstrip-decoder` and `filmstrip-poster`; nil, the default, looks beside the
        /// running program, in `../libexec/filmstrip` from there, and in `/usr/local/libexec/filmstrip` and
        /// `/usr/libexec/filmstrip`.
        public var helperFolder: MediaPath?
        /// What happens when the helper program is missing; decoding in this program by default.
        public var withoutHelper: WithoutHelper
        /// How many pictures are decoded at a time, each in a process of its own; as many as there are processors by
        /// default.
        public var workerCount: Int
        /// The most bytes of address space of one worker; 1 GiB by default, 0 for no limit.
        public var memoryLimit: Int
        /// What all decodes at a time are estimated to need at most, in bytes; 640 MiB by default. A picture that needs more
        /// is decoded alone.
        public var memoryBudget: Int
        /// Pictures of more pixels are refused from their header; 200 million by default.
        public var pixelLimit: Int
        /// Seconds that a small picture may take; 4 by default. Each megapixel adds a fifth of a second, where the file is large
        /// enough to have so many.
        public var timeLimit: Double
        /// Seconds after which a worker that nobody needs is ended; 30 by default.
        public var idleTime: Double
        /// Called first on each thread that decodes.
        package var prepareThread: (@Sendable () -> Void)?

        /// The defaults.
        public init() {
            withoutHelper = .decodeInProcess
            workerCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
            memoryLimit = 1 << 30
            memoryBudget = 640 << 20
            pixelLimit = MediaHeader.pixelLimit
            timeLimit = 4
            idleTime = 30
        }

        /// Where a helper program lies; nil when it is in none of the folders.
        func locate(_ kind: DecoderWorker.Kind) -> MediaPath? {
            let folders: [MediaPath]
            if let helperFolder {
                folders = [helperFolder]
            } else {
                let own = Self.folderOfRunningProgram
                folders =
                    [own, own.parent.appending("libexec/filmstrip")]
                    + ["/usr/local/libexec/filmstrip", "/usr/libexec/filmstrip"].map { MediaPath($0) }
            }
            return folders.map { $0.appending(kind.program) }.first { path in
                path.withCString { access($0, X_OK) } == 0
            }
        }

        private static var folderOfRunningProgram: MediaPath {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/exe", &buffer, buffer.count)
            return MediaPath(bytes: Array(buffer[..<max(0, count)])).parent
        }
    }
}
