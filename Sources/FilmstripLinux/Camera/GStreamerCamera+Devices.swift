import Filmstrip
import Foundation
import Glibc

extension GStreamerCamera {
    /// The cameras of the machine. None is an error that says why.
    func physicalDevices() async throws(CameraError) -> [CameraDevice] {
        switch try await way() {
        case .none: throw .noCamera
        case .pipeWire(let session, _):
            let cameras = await cameras(of: session)
            guard cameras.isEmpty else { return await describe(cameras) }
            throw try await reasonForNothing()
        case .v4l2:
            let devices = V4L2Devices(calls: configuration.v4l2)
            let result = await GStreamerThread.run { () -> Result<[CameraDevice], CameraError> in
                do throws(CameraError) { return .success(try devices.listed()) } catch { return .failure(error) }
            }
            let found = try result.get()
            guard found.isEmpty else { return found }
            throw .noCamera
        }
    }

    /// Why PipeWire shows no camera. Asked over a connection of its own: two talks over one socket disturb each other.
    private func reasonForNothing() async throws(CameraError) -> CameraError {
        guard case .pipeWire(let descriptor)? = try await configuration.access?.openCameraAccess() else {
            return .noCamera
        }
        return await GStreamerThread.run { PipeWireSession.reasonForNothing(descriptor) }
    }

    private enum Way {
        case none
        /// A look at PipeWire, and a connection that nothing uses yet, where one is left.
        case pipeWire(PipeWireSession, spare: OwnedDescriptor?)
        case v4l2
    }

    /// The way to the cameras, as it is now: the permission is asked for each time, a living connection is used again.
    private func way() async throws(CameraError) -> Way {
        guard let access = configuration.access else { return .none }
        switch try await access.openCameraAccess() {
        case .v4l2: return .v4l2
        case .pipeWire(let descriptor):
            if let session, session.isAlive { return .pipeWire(session, spare: descriptor) }
            let name = configuration.clientName
            // Never held on PipeWire's thread: who lets the camera go last ends the session.
            let notice: @Sendable (PipeWireSession.Change) -> Void = { [weak self] change in
                Task { [weak self] in await self?.noticed(change) }
            }
            early = []
            let made = await GStreamerThread.run {
                PipeWireSession(descriptor, clientName: name, onChange: notice)
            }
            guard let made else {
                early = nil
                throw .internal("GStreamer's part for PipeWire is not installed")
            }
            let isFirst = session == nil
            session = made
            await take(await cameras(of: made), tellsNew: !isFirst)
            return .pipeWire(made, spare: nil)
        }
    }

    /// Takes what a new connection shows for what is there, and then what changed while it was being made.
    private func take(_ cameras: [PipeWireNode], tellsNew: Bool) async {
        let before = known
        known = tellsNew ? before : [:]
        for (name, id) in before where tellsNew && !cameras.contains(where: { $0.name == name }) {
            known[name] = nil
            eventHub.send(.disconnected(id))
        }
        if !tellsNew { for node in cameras { known[node.name] = Self.id(of: node) } }
        let changes = cameras.map { PipeWireSession.Change.added($0) } + (early ?? [])
        early = nil
        for change in changes { await noticed(change) }
    }

    private func nodes(of session: PipeWireSession) async -> [PipeWireNode] {
        await GStreamerThread.run { session.nodes() }
    }

    /// The cameras that a session shows; a new one that shows none yet is given a moment.
    private func cameras(of session: PipeWireSession) async -> [PipeWireNode] {
        while true {
            let cameras = await nodes(of: session).filter(\.isCamera)
            guard cameras.isEmpty, session.isSettling else { return cameras }
            // Cancelled, it is the last look.
            do { try await Task.sleep(for: .milliseconds(30)) } catch { return cameras }
        }
    }

    static func id(of node: PipeWireNode) -> CameraDevice.ID { CameraDevice.ID(rawValue: node.name) }

    private func describe(_ nodes: [PipeWireNode]) async -> [CameraDevice] {
        let calls = configuration.v4l2
        return await GStreamerThread.run {
            Self.arranged(nodes).map { camera in
                camera.device.obeying(camera.source.devicePath.flatMap { V4L2Controls.open($0, calls) })
            }
        }
    }

    private static func arranged(_ nodes: [PipeWireNode]) -> [CameraList.Found<PipeWireNode>] {
        CameraList.arrange(
            nodes.map { node in
                let device = CameraDevice(
                    id: id(of: node), name: node.description, position: node.position, kind: .pipewire,
                    formats: CameraList.described(node.offers))
                return CameraList.Found(
                    device: device, isInfrared: node.isInfrared, priority: node.priority, source: node)
            })
    }

    // MARK: Plug and unplug

    /// A node came or went.
    private func noticed(_ change: PipeWireSession.Change) async {
        guard early == nil else {
            early?.append(change)
            return
        }
        switch change {
        case .added(let node):
            guard node.isCamera, known[node.name] == nil else { return }
            known[node.name] = Self.id(of: node)
            guard let device = await describe([node]).first else { return }
            eventHub.send(.connected(device))
        case .removed(let node):
            guard node.isCamera, let id = known.removeValue(forKey: node.name) else { return }
            // Another camera's coming and going disturbs nobody.
            let isOpen = camera?.device.id == id
            // Before it is told: who hears of it may close the camera at once, and the movie must say why it ended.
            if isOpen {
                recording?.interrupt(.cameraLost)
                live?.end(because: .cameraLost)
            }
            eventHub.send(.disconnected(id))
            if isOpen { await lose(.cameraLost) }
        }
    }

    // MARK: Plans

    /// What a camera's pipeline is built from.
    func plan(for wanted: CameraConfiguration) async throws(CameraError) -> (CapturePlan, V4L2Controls?) {
        if let simulated = configuration.simulated.first(where: { $0.device.id == wanted.camera }) {
            let offered =
                simulated.device.formats.isEmpty
                ? [CameraFormat(size: PixelSize(width: 1280, height: 720), framesPerSecond: 30, media: "raw")]
                : simulated.device.formats
            let candidates = offered.map {
                CaptureFormat(
                    media: "video/x-raw", pixelFormat: "BGRx", size: $0.size, rate: FrameRate($0.framesPerSecond))
            }
            let format = FormatChooser.choose(
                among: candidates, size: wanted.preferredSize, rate: wanted.framesPerSecond)
            return (try plan(wanted, simulated.device, .simulated(simulated), format), nil)
        }
        let calls = configuration.v4l2
        switch try await way() {
        case .none: throw .noCamera
        case .pipeWire(let session, let spare):
            let cameras = Self.arranged(await cameras(of: session))
            guard let found = cameras.first(where: { $0.device.id == wanted.camera }) else { throw .noCamera }
            let node = found.source
            let connection = if let spare { spare } else { try await openConnection() }
            let controls = await GStreamerThread.run { node.devicePath.flatMap { V4L2Controls.open($0, calls) } }
            let format = FormatChooser.choose(node.offers, size: wanted.preferredSize, rate: wanted.framesPerSecond)
            let source = FrameSource.pipeWire(connection, node: node.name)
            return (try plan(wanted, found.device.obeying(controls), source, format), controls)
        case .v4l2:
            let devices = V4L2Devices(calls: calls)
            let found = await GStreamerThread.run { devices.find(wanted.camera) }
            guard let found else { throw .noCamera }
            let entry = found.source
            let controls = await GStreamerThread.run { V4L2Controls.open(entry.path, calls) }
            let format = FormatChooser.choose(entry.offers, size: wanted.preferredSize, rate: wanted.framesPerSecond)
            return (
                try plan(wanted, found.device.obeying(controls), .v4l2(path: entry.path), format), controls
            )
        }
    }

    private func openConnection() async throws(CameraError) -> OwnedDescriptor {
        guard case .pipeWire(let connection)? = try await configuration.access?.openCameraAccess() else {
            throw .pipeWireMissing
        }
        return connection
    }

    private func plan(
        _ wanted: CameraConfiguration, _ device: CameraDevice, _ source: FrameSource, _ format: CaptureFormat?
    ) throws(CameraError) -> CapturePlan {
        guard let format else { throw .configurationFailed("\(device.name) offers no format that can be used") }
        let turn = previewTurn(of: device)
        return CapturePlan(
            device: device, source: source, format: format,
            previewSize: previewSize(of: turn.applied(to: format.size), wanted), previewTurn: turn,
            clientName: configuration.clientName, now: configuration.now)
    }
}
