import CWall
import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

private let isLowered = DecoderProtection.isLowered
private let lowered: Comment = "a sanitizer needs more than the walls allow"

@Suite(.timeLimit(.minutes(5))) struct DecoderWallTests {
    @Test(.disabled(if: isLowered, lowered), arguments: [DecoderWorker.Kind.pictures, .movies])
    func `5.3 a worker opens no file, no socket and starts no program`(kind: DecoderWorker.Kind) throws {
        let bench = try DecodingBench()
        for task in [FS_TASK_DRILL_OPEN_FILE, FS_TASK_DRILL_OPEN_SOCKET, FS_TASK_DRILL_START_PROGRAM] {
            let answer = try bench.drill(task, kind).answer
            #expect(fs_outcome(answer.outcome) == FS_OUTCOME_INTERNAL)
            #expect(
                OpenPicture.reason(answer).hasSuffix("not permitted")
                    || OpenPicture.reason(answer).hasSuffix("Permission denied"), "\(OpenPicture.reason(answer))")
        }
        #expect(bench.decoder.pool.idleCount == 1)
    }

    @Test(.disabled(if: isLowered, lowered)) func `what protection there is, is told, for pictures and movies`()
        async throws
    {
        let bench = try DecodingBench()
        let pictures = try await bench.decoder.protection()
        #expect(pictures.place == .workers)
        #expect(pictures.walls.isSuperset(of: [.limits, .privileges, .files, .listedCalls]))
        #expect(pictures.memoryLimit == 1 << 30)
        #expect(try #require(pictures.idleMemory) < 100 << 20)
        let movies = try await bench.decoder.protection(of: .movies)
        #expect(movies.place == .workers)
        #expect(movies.walls.isSuperset(of: [.limits, .privileges, .refusedCalls]))
        #expect(movies.helper?.name.string == "filmstrip-poster")
    }

    @Test(.disabled(if: isLowered, lowered)) func `5.3 a worker that crashes costs one error, and is replaced`()
        async throws
    {
        let bench = try DecodingBench()
        try bench.quad("a.png")
        _ = try await bench.decode("a.png")
        #expect {
            _ = try bench.drill(FS_TASK_DRILL_CRASH)
        } throws: { error in
            guard case LibraryError.decoderFailed(_, let reason) = error else { return false }
            return reason.contains("signal 6")
        }
        #expect(try await bench.decode("a.png").frame.corners == "RGBW")
    }

    /// A program that starts a worker, asks it something that takes for ever, and says who the worker is.
    private static let asker = """
        import array, os, socket, subprocess, sys
        ours, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        def place(): os.dup2(other.fileno(), 3)
        worker = subprocess.Popen([sys.argv[1], "0", "0"], preexec_fn=place, pass_fds=(3,))
        ours.recv(4096)
        files = [os.open("/dev/null", os.O_RDONLY), os.memfd_create("pixels")]
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))]
        ours.sendmsg([bytes.fromhex(sys.argv[2])], rights)
        print(worker.pid, flush=True)
        ours.recv(4096)
        """

    @Test(arguments: [DecoderWorker.Kind.pictures, .movies])
    func `a worker that is busy ends with the program that asked it`(kind: DecoderWorker.Kind) async throws {
        var question = fs_question()
        question.task = FS_TASK_DRILL_HANG.rawValue
        let bytes = withUnsafeBytes(of: question) { $0.map { String(format: "%02x", $0) }.joined() }
        let program = try #require(PictureDecoder.Configuration().locate(kind))
        let asker = Process()
        let answer = Pipe()
        asker.executableURL = URL(filePath: "/usr/bin/python3")
        asker.arguments = ["-c", Self.asker, program.string, bytes]
        asker.standardOutput = answer
        try asker.run()
        let line = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
        let worker = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        // It has the question, and would never answer.
        #expect(Self.isAlive(worker))
        kill(asker.processIdentifier, SIGKILL)
        asker.waitUntilExit()
        let end = ContinuousClock.now + .seconds(1)
        while Self.isAlive(worker), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
        let isAlive = Self.isAlive(worker)
        #expect(!isAlive)
        if isAlive { kill(worker, SIGKILL) }
    }

    /// Whether a process works: one whose end nobody has taken yet does not.
    private static func isAlive(_ process: pid_t) -> Bool {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
        let state = String(decoding: text, as: UTF8.self).split(separator: ") ").last?.first
        return state != nil && state != "Z" && state != "X"
    }

    @Test func `a worker outlives the thread that started it`() async throws {
        let bench = try DecodingBench()
        try bench.quad("a.png")
        let thread = Thread {
            do { _ = try bench.drill(FS_TASK_DRILL_OPEN_FILE) } catch { Issue.record(error) }
        }
        thread.start()
        while !thread.isFinished { try await Task.sleep(for: .milliseconds(1)) }
        let before = bench.decoder.pool.idleCount
        #expect(try await bench.decode("a.png").frame.corners == "RGBW")
        #expect(before == 1 && bench.decoder.pool.idleCount == 1)
    }

    @Test func `a worker that hangs is ended in time, and is replaced`() async throws {
        let bench = try DecodingBench()
        try bench.quad("a.png")
        let start = ContinuousClock.now
        #expect {
            _ = try bench.drill(FS_TASK_DRILL_HANG, patience: 0.3)
        } throws: { ($0 as? LibraryError)?.code == .decoderTimedOut }
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try await bench.decode("a.png").frame.corners == "RGBW")
    }

    @Test(.disabled(if: isLowered, lowered))
    func `a worker that eats memory gets no more than its limit, and is replaced`() async throws {
        let bench = try DecodingBench { $0.memoryLimit = 256 << 20 }
        try bench.quad("a.png")
        let answer = try bench.drill(FS_TASK_DRILL_EAT_MEMORY).answer
        #expect(fs_outcome(answer.outcome) == FS_OUTCOME_NO_MEMORY)
        #expect(answer.peak_memory < 256 << 10)
        #expect(bench.decoder.pool.idleCount == 0)
        #expect(try await bench.decode("a.png").frame.corners == "RGBW")
        // A picture that wants more than there is: 14,000 lines of 14,000 pixels, in seven passes.
        let size = PixelSize(width: 7000, height: 7000)
        try bench.drawing("big.ppm", PixelSize(width: 70, height: 70)) { _, _ in (200, 0, 0) }
        try bench.run("vips", "zoom", "big.ppm", "big.png[interlace=true]", "\(size.width / 70)", "\(size.height / 70)")
        let small = try DecodingBench { $0.memoryLimit = 192 << 20 }
        await #expect {
            try await small.decoder.picture(bench.folder.path("big.png"), fitting: PixelSize(width: 10, height: 10))
        } throws: { error in
            guard case LibraryError.decoderFailed(_, let reason) = error else { return false }
            return reason.contains("memory")
        }
    }

    @Test func `a worker that goes on writing after its answer is not believed`() throws {
        let bench = try DecodingBench()
        let drill = try bench.drill(FS_TASK_DRILL_KEEP_PIXELS)
        #expect {
            _ = try DecodedPicture(drill.answer, pixels: drill.pixels, drill.question, drill.file)
        } throws: { ($0 as? LibraryError)?.code == .decoderFailed }
        var lie = drill.answer
        (lie.width, lie.height) = (17, 16)
        #expect(throws: (any Error).self) {
            _ = try DecodedPicture(lie, pixels: drill.pixels, drill.question, drill.file)
        }
    }

    @Test func `without the helper pictures are decoded here and that is said, or not at all`() async throws {
        let bench = try DecodingBench { $0.helperFolder = MediaPath("/nowhere") }
        try bench.quad("a.webp")
        #expect(try await bench.decode("a.webp", fitting: 100).frame.corners == "RGBW")
        let protection = try await bench.decoder.protection()
        #expect(protection.place == .inProcess)
        #expect(protection.walls.isEmpty)
        #expect(try #require(protection.reason).contains("filmstrip-decoder"))
        #expect(try await bench.decoder.protection(of: .movies).place == .nowhere)

        let strict = try DecodingBench {
            $0.helperFolder = MediaPath("/nowhere")
            $0.withoutHelper = .refuse
        }
        await #expect {
            try await strict.decoder.picture(bench.folder.path("a.webp"))
        } throws: { ($0 as? LibraryError)?.code == .decoderFailed }
        #expect(try await strict.decoder.protection().place == .nowhere)
    }

    @Test func `a helper that is something else is as good as none`() async throws {
        let folder = try TestFolder()
        let program = try folder.write(Array("#!/bin/sh\nexit 0\n".utf8), to: "filmstrip-decoder")
        chmod(program.string, 0o755)
        let bench = try DecodingBench {
            $0.helperFolder = folder.root
            $0.withoutHelper = .refuse
        }
        let protection = try await bench.decoder.protection()
        #expect(protection.place == .nowhere)
        #expect(try #require(protection.reason).contains("does not start"))
    }

    @Test func `workers that nobody needs are ended`() async throws {
        let bench = try DecodingBench { $0.idleTime = 0.05 }
        try bench.quad("a.png")
        _ = try await bench.decode("a.png")
        try await eventually { bench.decoder.pool.idleCount == 0 }
        _ = try await bench.decode("a.png")
        bench.decoder.endIdleWorkers()
        #expect(bench.decoder.pool.idleCount == 0)
    }
}
