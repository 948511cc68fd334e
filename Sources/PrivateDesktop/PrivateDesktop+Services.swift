import Filmstrip
import Foundation

/// Starting, killing, plugging and waiting.
extension PrivateDesktop {
    func startServices() async throws(PrivateDesktopError) {
        if configuration.hasBus {
            try start("bus", .bus, ["--nofork", "--config-file=\(folder.path)/bus.conf"])
            try await wait(for: "bus") { self.isListening("\(self.folder.path)/run/bus") }
        }
        if configuration.hasPipeWire { try await startPipeWire() }
        if configuration.portal != .none, configuration.hasBus { try await startPortal() }
    }

    /// Starts PipeWire, its session manager, and all devices anew.
    @concurrent package func startPipeWire() async throws(PrivateDesktopError) {
        try start("pipewire", .pipeWire, [])
        try await wait(for: "pipewire") { self.isListening(self.pipeWireSocketPath) }
        if configuration.runsSessionManager { try await startSessionManager() }
        let devices = cameras + (microphone.map { [$0] } ?? [])
        for device in devices { try start(device) }
        for device in devices { try await waitUntilListed(device) }
    }

    /// WirePlumber gives up when the machine has no file watch to spare (128 a user by default), which passes.
    private func startSessionManager() async throws(PrivateDesktopError) {
        for attempt in 1... {
            try start("wireplumber", .sessionManager, [])
            do throws(PrivateDesktopError) {
                return try await wait(for: "wireplumber") { () throws(PrivateDesktopError) in
                    try self.run(.pipeWireQuery, ["ls", "Metadata"]).contains("metadata.name = \"default\"")
                }
            } catch {
                guard attempt < 10, !Task.isCancelled, log(of: "wireplumber").contains("Too many open files") else {
                    throw error
                }
                try endService("wireplumber", SIGKILL)
                let failure = error
                // Who cancels does not want another attempt.
                do { try await Task.sleep(for: .milliseconds(300)) } catch { throw failure }
            }
        }
    }

    /// Kills PipeWire as a crash would: at once and without a word. Devices and session manager lose it.
    @concurrent package func killPipeWire() async throws(PrivateDesktopError) {
        try endService("pipewire", SIGKILL)
        try endService("wireplumber", SIGKILL)
        for device in cameras + (microphone.map { [$0] } ?? []) { try end(device, SIGKILL) }
        unlink(pipeWireSocketPath)
    }

    /// Pulls the device out: its node vanishes without a word.
    @concurrent package func unplug(_ device: VirtualDevice) async throws(PrivateDesktopError) {
        try end(device, SIGKILL)
        try await wait(for: device.name) { () throws(PrivateDesktopError) in try !self.isListed(device) }
    }

    /// Puts the device in again, and returns when it is listed.
    @concurrent package func plug(_ device: VirtualDevice) async throws(PrivateDesktopError) {
        try start(device)
        try await waitUntilListed(device)
    }

    /// Stops the device without removing it, so that it gives no frames any more, or lets it go on.
    @concurrent package func freeze(_ device: VirtualDevice, _ isFrozen: Bool) async {
        if let process = device.process.withLock({ $0 }) { kill(process, isFrozen ? SIGSTOP : SIGCONT) }
    }

    private func startPortal() async throws(PrivateDesktopError) {
        if configuration.portal != .gtk {
            try start("portal-backend", .parts, ["portal-backend", configuration.portal.rawValue])
            try await wait(for: "portal-backend") { () throws(PrivateDesktopError) in
                try self.isOwned(Self.portalBackendName)
            }
        }
        try start("portal", .portal, [])
        try await wait(for: "portal") { () throws(PrivateDesktopError) in
            try self.isOwned("org.freedesktop.portal.Desktop")
        }
    }

    // MARK: Processes

    /// The processes of the services and devices that were started and not ended, by name; the screen's is `display`.
    package var processes: [String: Int32] { services.withLock { $0 } }

    func start(_ service: String, _ program: DesktopProgram, _ arguments: [String]) throws(PrivateDesktopError) {
        let kept = KeptProgram(
            path: programs[program] ?? program.rawValue, arguments: arguments, environment: environment,
            output: folder.appending(path: "logs/\(service).log").path,
            errors: folder.appending(path: "logs/\(service).log").path)
        switch try keeper.obey(.start(kept)) {
        case .started(let process): services.withLock { $0[service] = process }
        case .failed(let error): throw .startFailed(program: kept.path, reason: String(cString: strerror(error)))
        case .ended, .isRunning: throw .startFailed(program: kept.path, reason: "the keeper is confused")
        }
    }

    func endService(_ service: String, _ signal: Int32) throws(PrivateDesktopError) {
        guard let process = services.withLock({ $0.removeValue(forKey: service) }) else { return }
        _ = try keeper.obey(.end(process: process, signal: signal))
    }

    private func start(_ device: VirtualDevice) throws(PrivateDesktopError) {
        guard !device.isPlugged else { return }
        try start(device.name, .parts, device.arguments)
        let process = services.withLock { $0[device.name] }
        device.process.withLock { $0 = process }
    }

    private func end(_ device: VirtualDevice, _ signal: Int32) throws(PrivateDesktopError) {
        try endService(device.name, signal)
        device.process.withLock { $0 = nil }
    }

    /// Runs any program inside the desktop to its end, at most so many seconds, and returns what it printed.
    @discardableResult
    package func run(
        path: String, _ arguments: [String], seconds: Double = 30
    ) async throws(PrivateDesktopError) -> String {
        // On a thread that may wait: the program may want an answer from tasks that need the others.
        let result: Result<String, PrivateDesktopError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(PrivateDesktopError) in
                        try self.runToEnd(path: path, arguments, seconds: seconds)
                    })
            }
        }
        return try result.get()
    }

    @discardableResult
    func run(_ program: DesktopProgram, _ arguments: [String]) throws(PrivateDesktopError) -> String {
        try runToEnd(path: programs[program] ?? program.rawValue, arguments, seconds: 10)
    }

    private func runToEnd(
        path: String, _ arguments: [String], seconds: Double
    ) throws(PrivateDesktopError) -> String {
        let output = folder.appending(path: "logs/run-\(UUID().uuidString)")
        defer { unlink(output.path) }
        let kept = KeptProgram(
            path: path, arguments: arguments, environment: environment, output: output.path, errors: output.path)
        let answer = try keeper.obey(.run(kept, seconds: seconds))
        let said = String(decoding: FileManager.default.contents(atPath: output.path) ?? Data(), as: UTF8.self)
        guard case .ended(let code) = answer, code == 0 else {
            throw .commandFailed(program: path, log: said.isEmpty ? "no answer" : said)
        }
        return said
    }

    // MARK: Readiness

    private func waitUntilListed(_ device: VirtualDevice) async throws(PrivateDesktopError) {
        try await wait(for: device.name) { () throws(PrivateDesktopError) in try self.isListed(device) }
    }

    /// Polls until it is so. A service that ended will never be ready; one that is slow has half a minute.
    func wait(
        for service: String, until isReady: () throws(PrivateDesktopError) -> Bool
    ) async throws(PrivateDesktopError) {
        let limit = Date.now.addingTimeInterval(30)
        while Date.now < limit {
            do throws(PrivateDesktopError) {
                if try isReady() { return }
            } catch {
                // Asked too early, a service may refuse the question; that is not ready either.
            }
            if let process = services.withLock({ $0[service] }),
                case .isRunning(false) = try keeper.obey(.check(process: process))
            {
                break
            }
            do { try await Task.sleep(for: .milliseconds(15)) } catch { break }
        }
        throw .notReady(what: service, log: log(of: service))
    }

    /// Whether PipeWire lists the device now.
    package func isListed(_ device: VirtualDevice) throws(PrivateDesktopError) -> Bool {
        try run(.pipeWireQuery, ["ls", "Node"]).contains("node.name = \"\(device.name)\"")
    }

    private func isListening(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard descriptor >= 0, isShort else { return false }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
