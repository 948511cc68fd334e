import Filmstrip
import FilmstripTesting

/// A picker between fakes.
@MainActor final class PickingStage {
    let presenter = ScriptedPresenter()
    let permissions: ScriptedPermissions
    let library: StubLibrary
    /// What the list of cameras answers, call by call; the last answer stays.
    let cameras: Locked<[Result<[CameraDevice], CameraError>]>
    let picker: MediaPicker

    init(
        permissions statuses: [Permission: PermissionStatus] = [:],
        library: StubLibrary = StubLibrary(ids: "a", "b", "c"),
        cameras: [Result<[CameraDevice], CameraError>] = [.success([.rear, .front])]
    ) {
        let permissions = ScriptedPermissions(statuses)
        let answers = Locked(cameras)
        self.permissions = permissions
        self.library = library
        self.cameras = answers
        picker = MediaPicker(
            presenter: presenter, permissions: permissions, library: library,
            cameras: { () async throws(CameraError) in
                try answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
            })
    }
}

extension PickOutcome {
    var isCancelled: Bool {
        if case .cancelled = self { return true }
        return false
    }

    /// The assets of the items, in order, with a question mark for failures.
    var summary: [String] {
        guard case .picked(let items) = self else { return [] }
        return items.map { item in
            let name = item.asset?.rawValue ?? item.media?.original.path.name.string ?? ""
            return item.media == nil ? "\(name)?" : name
        }
    }
}
