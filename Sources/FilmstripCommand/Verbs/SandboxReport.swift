import Filmstrip
import FilmstripLinux

/// What `details --sandbox` tells: the walls around the decoders on this machine.
struct SandboxReport {
    private let decoder: PictureDecoder

    init(_ decoder: PictureDecoder) { self.decoder = decoder }

    func print(on desk: Desk) async throws {
        let pictures = try await decoder.protection()
        let movies = try await decoder.protection(of: .movies)
        try desk.print(
            Self.json(pictures).adding("movies", Self.json(movies)),
            text:
                "Pictures: \(Self.text(pictures))\n\nMovies: \(Self.text(movies))\n\n\(Self.verdict([pictures, movies]))"
        )
    }

    /// Whether that is good, and what to do where it is not.
    static func verdict(_ protections: [DecoderProtection]) -> String {
        if protections.contains(where: { $0.place != .workers }) {
            return "That is not good: put filmstrip-decoder and filmstrip-poster beside filmstrip, or into "
                + "../libexec/filmstrip from there."
        }
        let walls: [DecoderProtection.Wall] = [.limits, .privileges, .network, .files]
        let isWhole = protections.allSatisfy { protection in
            walls.allSatisfy(protection.walls.contains)
                && !protection.walls.isDisjoint(with: [.listedCalls, .refusedCalls])
        }
        return isWhole
            ? "That is good: a picture that takes a decoder over reaches nothing of yours."
            : "That is fair: a crash costs one picture, but a wall is missing. Kernels without Landlock (before 5.13), "
                + "and containers that forbid namespaces or seccomp, lack some; pictures from strangers are safer elsewhere."
    }

    private static func json(_ protection: DecoderProtection) -> JSON {
        let walls = DecoderProtection.Wall.allCases.filter(protection.walls.contains)
        let value: JSON = [
            "walls": .array(walls.map { .string($0.rawValue) }), "decoders": .string(protection.place.rawValue),
            "helper": .optional(protection.helper, JSON.path),
        ]
        return value.adding("reason", protection.reason.map(JSON.string))
            .adding("memoryLimit", protection.memoryLimit.map(JSON.integer))
            .adding("idleMemory", protection.idleMemory.map(JSON.integer))
    }

    private static func text(_ protection: DecoderProtection) -> String {
        switch protection.place {
        case .workers:
            // A short list of what is allowed is more than a list of what is refused.
            let weaker: DecoderProtection.Wall = protection.walls.contains(.listedCalls) ? .refusedCalls : .listedCalls
            let walls = DecoderProtection.Wall.allCases.filter { $0 != weaker }.map { wall in
                "  \(protection.walls.contains(wall) ? "yes" : "no ")  \(sentence(wall))"
            }
            let memory = protection.memoryLimit.map { ", at most \($0 >> 20) MiB each" } ?? ""
            return (["decoded in processes of their own\(memory):"] + walls).joined(separator: "\n")
        case .inProcess:
            return "no wall stands around the decoders: they run inside this program, with the user's own rights"
                + because(protection)
        case .nowhere: return "nothing is decoded" + because(protection)
        }
    }

    private static func because(_ protection: DecoderProtection) -> String {
        protection.reason.map { ", because \($0)" } ?? ""
    }

    private static func sentence(_ wall: DecoderProtection.Wall) -> String {
        switch wall {
        case .limits: "limits on memory, processor time and files"
        case .privileges: "no gain of rights"
        case .network: "a network of its own, without any device"
        case .files: "no files but the one that is handed in (for movies: and those of the system)"
        case .listedCalls: "no calls of the system but those on a short list"
        case .refusedCalls: "no calls of the system for programs, sockets, other processes, or changes of files"
        }
    }
}
