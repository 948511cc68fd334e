import CPipeWireNode
import Filmstrip
import Foundation
import Testing

@testable import PrivateDesktop

/// Why a test on a private desktop is skipped here, or nil.
func missingProgram(for configuration: PrivateDesktop.Configuration = PrivateDesktop.Configuration()) -> String? {
    configuration.missingProgram?.message
}

@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct PrivateDesktopTests {
    private func isThere(_ process: Int32) -> Bool { kill(process, 0) == 0 }

    @Test func `a desktop is ready when it has started, and everything goes with it`() async throws {
        let desktop = try await PrivateDesktop.start(
            .init(cameras: [VirtualCamera(), VirtualCamera()], hasMicrophone: true))
        #expect(desktop.cameras.map(\.name) == ["virtual-camera-0", "virtual-camera-1"])
        #expect(FileManager.default.fileExists(atPath: desktop.pipeWireSocketPath))
        let processes = desktop.processes
        #expect(Set(processes.keys).isSuperset(of: ["bus", "pipewire", "wireplumber", "virtual-microphone"]))
        #expect(processes.values.allSatisfy(isThere))

        desktop.end()
        #expect(!processes.values.contains(where: isThere))
        #expect(!FileManager.default.fileExists(atPath: desktop.folder.path))
    }

    @Test func `several desktops live side by side`() async throws {
        async let first = PrivateDesktop.start()
        async let second = PrivateDesktop.start()
        let both = try await [first, second]
        #expect(both[0].folder != both[1].folder)
        both[0].end()
        #expect(try both[1].isListed(both[1].cameras[0]))
        both[1].end()
    }

    @Test func `an unplugged camera is gone from the list, and a plugged one is back`() async throws {
        let desktop = try await PrivateDesktop.start()
        defer { desktop.end() }
        let camera = desktop.cameras[0]
        #expect(camera.isPlugged)
        try await desktop.unplug(camera)
        #expect(!camera.isPlugged)
        #expect(try !desktop.isListed(camera))
        try await desktop.plug(camera)
        #expect(try desktop.isListed(camera))
    }

    @Test func `a killed daemon comes back with its cameras`() async throws {
        let desktop = try await PrivateDesktop.start()
        defer { desktop.end() }
        try await desktop.killPipeWire()
        #expect(!FileManager.default.fileExists(atPath: desktop.pipeWireSocketPath))
        try await desktop.startPipeWire()
        #expect(try desktop.isListed(desktop.cameras[0]))
    }

    @Test func `without a session manager PipeWire runs, but nothing else does`() async throws {
        let desktop = try await PrivateDesktop.start(.init(hasBus: false, hasSessionManager: false))
        defer { desktop.end() }
        #expect(Set(desktop.processes.keys) == ["pipewire", "virtual-camera-0"])
    }

    @Test func `when the program that has a desktop is killed, the desktop goes too`() async throws {
        let parts = try DesktopProgram.parts.locate(in: ProcessInfo.processInfo.environment)
        let session = try RunningProgram([
            parts, "session", "--cameras", "1", "--", "sh", "-c", "echo $XDG_RUNTIME_DIR; exec sleep 60",
        ])
        while !session.outputSoFar.hasSuffix("\n") { try await Task.sleep(for: .milliseconds(20)) }
        let folder = (session.outputSoFar as NSString).deletingLastPathComponent
        #expect(FileManager.default.fileExists(atPath: folder))
        kill(session.process, SIGKILL)
        #expect(session.wait().status == -SIGKILL)
        while FileManager.default.fileExists(atPath: folder) { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func `a missing program is named with its package`() throws {
        #expect(throws: PrivateDesktopError.programMissing(name: "DesktopParts", package: "filmstrip")) {
            try DesktopProgram.parts.locate(in: ["FILMSTRIP_DESKTOP_PARTS": "/nowhere"])
        }
        #expect(PrivateDesktopError.programMissing(name: "Xvfb", package: "xvfb").message.contains("package xvfb"))
    }
}

struct KeeperProcessTests {
    @Test func `a process whose number had another before is not taken for ended`() {
        var keeper = KeeperProcess(folder: "/nonexistent")
        keeper.ended[getpid()] = 1
        keeper.begin(getpid())
        guard case .isRunning(true) = keeper.obey(.check(process: getpid())) else {
            Issue.record("it counts as ended")
            return
        }
    }
}

struct YUY2Tests {
    /// Red, green, blue, and the luma, Cb and Cr that BT.601 gives for it.
    @Test(arguments: [
        ([0, 0, 0], [16, 128, 128]), ([255, 255, 255], [235, 128, 128]), ([255, 0, 0], [82, 90, 240]),
        ([0, 255, 0], [144, 54, 34]), ([0, 0, 255], [41, 240, 110]),
    ])
    func `pixels become YUY2, a width that is no multiple of eight included`(_ rgb: [UInt8], _ expected: [UInt8]) {
        let width = 18
        let bgrx = Array(repeatElement([rgb[2], rgb[1], rgb[0], 255], count: width * 2).joined())
        var yuy2 = [UInt8](repeating: 0, count: width * 2 * 2 + 1)
        fs_bgrx_to_yuy2(bgrx, width * 4, &yuy2, width * 2, UInt32(width), 2)
        for pair in 0..<width {
            #expect(Array(yuy2[pair * 4..<pair * 4 + 4]) == [expected[0], expected[1], expected[0], expected[2]])
        }
        #expect(yuy2.last == 0)
    }
}
