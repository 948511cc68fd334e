import CPictures
import CWall
import Filmstrip
import Foundation

/// The workers that decode: started when needed, kept warm, replaced when they break, ended when nobody needs them.
final class DecoderPool: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    private let configuration: PictureDecoder.Configuration
    private let lock = NSLock()
    private var idle: [(worker: DecoderWorker, kind: DecoderWorker.Kind, since: TimeInterval)] = []
    /// Those that work.
    private var busy: [DecoderWorker] = []
    private var isSweeping = false
    /// Why there are no workers of a kind, once that is known.
    private var absence: [DecoderWorker.Kind: String] = [:]
    private var greetings: [DecoderWorker.Kind: fs_greeting] = [:]
    private var peakMemory = 0

    /// After so many seconds of processor time a worker is ended by the system, whatever it does.
    private static let processorSeconds = 600
    /// How long a worker may take to start.
    private static let startPatience = 10.0

    init(_ configuration: PictureDecoder.Configuration) {
        self.configuration = configuration
    }

    deinit {
        for (worker, _, _) in idle { worker.end() }
    }

    /// The answer to a question about an open file.
    /// - Throws: `decoderFailed`, `decoderTimedOut`.
    func ask(
        _ question: fs_question, _ kind: DecoderWorker.Kind, file: OwnedDescriptor, pixels: OwnedDescriptor,
        path: MediaPath, patience: Double
    ) throws(LibraryError) -> fs_answer {
        while true {
            let worker: DecoderWorker
            do throws(DecoderWorker.Fault) { worker = try take(kind) } catch {
                guard case .missing(let reason) = error, kind == .pictures, !refuses else {
                    throw Self.failure(error, path, kind)
                }
                note(reason, kind)
                return try askHere(question, file, pixels)
            }
            lock.withLock { busy.append(worker) }
            defer { lock.withLock { busy.removeAll { $0 === worker } } }
            do throws(DecoderWorker.Fault) {
                let answer = try worker.ask(
                    question, file: file.rawValue, pixels: pixels.rawValue, patience: patience)
                put(worker, kind, answer)
                return answer
            } catch .gone {
                // It died while nobody looked, which says nothing about this picture.
                continue
            } catch {
                throw Self.failure(error, path, kind)
            }
        }
    }

    /// Ends the workers that nobody uses.
    func endIdle() {
        let ended = lock.withLock {
            defer { idle = [] }
            return idle
        }
        for (worker, _, _) in ended { worker.end() }
    }

    /// Ends the workers that are at work, with a fault for whoever waits for them.
    func endBusy() {
        for worker in lock.withLock({ busy }) { worker.kill() }
    }

    /// What stands between pictures and this program. Starts a worker, to see.
    func protection(_ kind: DecoderWorker.Kind) -> DecoderProtection {
        do throws(DecoderWorker.Fault) {
            let worker = try take(kind)
            put(worker, kind, nil)
        } catch {
            if case .missing(let reason) = error { note(reason, kind) }
        }
        let (greeting, reason) = lock.withLock { (greetings[kind], absence[kind]) }
        guard let greeting else {
            return DecoderProtection(
                place: refuses || kind == .movies ? .nowhere : .inProcess, helper: configuration.locate(kind),
                walls: [], reason: reason)
        }
        return DecoderProtection(
            place: .workers, helper: configuration.locate(kind), walls: Self.walls(greeting.walls),
            memoryLimit: configuration.memoryLimit > 0 ? configuration.memoryLimit : nil,
            idleMemory: Int(greeting.memory) * 1024)
    }

    /// Why there are no workers for pictures, once that was met.
    var pictureAbsence: String? { lock.withLock { absence[.pictures] } }

    /// The most bytes that one worker ever used.
    var peakWorkerMemory: Int { lock.withLock { peakMemory } }

    /// The processes that wait for work.
    var idleCount: Int { lock.withLock { idle.count } }

    private var refuses: Bool { configuration.withoutHelper == .refuse }

    private func note(_ reason: String, _ kind: DecoderWorker.Kind) { lock.withLock { absence[kind] = reason } }

    private func take(_ kind: DecoderWorker.Kind) throws(DecoderWorker.Fault) -> DecoderWorker {
        let kept = lock.withLock { () -> DecoderWorker? in
            guard let place = idle.lastIndex(where: { $0.kind == kind }) else { return nil }
            return idle.remove(at: place).worker
        }
        if let kept { return kept }
        guard let program = configuration.locate(kind) else {
            throw .missing("there is no program \(kind.program) beside this one, nor where the system keeps such")
        }
        let worker = try DecoderWorker(
            program, memory: configuration.memoryLimit, processorSeconds: Self.processorSeconds,
            environment: kind.environment, patience: Self.startPatience)
        lock.withLock {
            greetings[kind] = worker.greeting
            absence[kind] = nil
        }
        return worker
    }

    private func put(_ worker: DecoderWorker, _ kind: DecoderWorker.Kind, _ answer: fs_answer?) {
        // What it took, it may not be able to give back.
        if let answer, fs_outcome(answer.outcome) == FS_OUTCOME_NO_MEMORY { return }
        let startsSweeping = lock.withLock {
            if let answer { peakMemory = max(peakMemory, Int(answer.peak_memory) * 1024) }
            idle.append((worker, kind, ProcessInfo.processInfo.systemUptime))
            defer { isSweeping = true }
            return !isSweeping
        }
        if startsSweeping { sweepLater() }
    }

    private func sweepLater() {
        let pause = max(0.01, configuration.idleTime)
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        let limit = ProcessInfo.processInfo.systemUptime - configuration.idleTime
        let (ended, goesOn) = lock.withLock {
            let old = idle.filter { $0.since <= limit }
            idle.removeAll { $0.since <= limit }
            isSweeping = !idle.isEmpty
            return (old, isSweeping)
        }
        for (worker, _, _) in ended { worker.end() }
        if goesOn { sweepLater() }
    }

    /// Decodes in this process: the stated way out when there is no helper.
    private func askHere(
        _ question: fs_question, _ file: OwnedDescriptor, _ pixels: OwnedDescriptor
    ) throws(LibraryError) -> fs_answer {
        let length = Int(question.capacity)
        guard let decoder = fs_decoder_open(),
            let room = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, pixels.rawValue, 0), room != MAP_FAILED
        else { throw .internal("no memory for a decoder") }
        defer {
            munmap(room, length)
            fs_decoder_close(decoder)
        }
        var (question, answer) = (question, fs_answer())
        fs_decode_file(decoder, &question, file.rawValue, room.assumingMemoryBound(to: UInt8.self), &answer)
        return answer
    }

    private static func failure(
        _ fault: DecoderWorker.Fault, _ path: MediaPath, _ kind: DecoderWorker.Kind
    ) -> LibraryError {
        switch fault {
        case .missing(let reason): .decoderFailed(path: path.string, reason: "no decoder: \(reason)")
        case .late: .decoderTimedOut(path: path.string)
        case .gone: .decoderFailed(path: path.string, reason: "the decoder ended")
        case .died(let status):
            .decoderFailed(path: path.string, reason: "the decoder ended at it (\(Self.describe(status)))")
        }
    }

    private static func describe(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "code \(status >> 8 & 0xFF)" : "signal \(signal)"
    }

    private static func walls(_ bits: UInt32) -> Set<DecoderProtection.Wall> {
        let all: [(fs_wall, DecoderProtection.Wall)] = [
            (FS_WALL_LIMITS, .limits), (FS_WALL_NO_PRIVILEGES, .privileges), (FS_WALL_NETWORK, .network),
            (FS_WALL_FILES, .files), (FS_WALL_CALLS_LISTED, .listedCalls), (FS_WALL_CALLS_REFUSED, .refusedCalls),
        ]
        return Set(all.filter { bits & $0.0.rawValue != 0 }.map(\.1))
    }
}

extension DecoderWorker.Kind {
    /// What a worker is told of this program's environment.
    var environment: [String] {
        // One heap for all threads of a decoder: less memory, and less address space.
        let own = ["LC_ALL=C", "MALLOC_ARENA_MAX=1"]
        guard self == .movies else { return own }
        let kept = ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"]
        let environment = ProcessInfo.processInfo.environment
        return own
            + environment.filter { kept.contains($0.key) || $0.key.hasPrefix("GST_") }.map { "\($0.key)=\($0.value)" }
    }
}
