/// What was taken and chosen in this visit.
extension CameraScreenModel {
    /// What was kept of what was taken, in order.
    public var shots: [Shot] { tray.shots }

    /// Throws away what was just taken; what is looked at again is taken anew.
    public func retake() {
        if looked != nil { retakeLooked() } else { camera.retake() }
    }

    /// What Escape does: goes back by one step, and ends as cancelled where there is none.
    public func escape() {
        if looked != nil { return closeLook() }
        if countdown != nil { return cancelTimer() }
        if case .review = camera.phase {
            // In its turn: Use that was pressed before wins.
            Task { retake() }
            return
        }
        if replaced != nil { return keepReplaced() }
        if code != nil { return dismissCode() }
        Task { await exit() }
    }

    /// How a file of the open camera shows what the preview does: mirrored where the user wishes that for selfies.
    public var fileDrawing: Orientation { settings.mirrorsFrontCamera ? camera.drawing : .up }

    /// Keeps what was just taken, in the place of the shot that was to be taken anew, if there is one; with the last one that there is
    /// room for the screen ends.
    public func use() async {
        guard case .review(let media) = camera.phase else { return }
        let (picture, drawing) = (camera.preview?.shrunk(toWidth: 320), fileDrawing)
        let place = replaced
        replaced = nil
        if let place, tray.replace(place, media, picture: picture, drawing: drawing) { return camera.retake() }
        tray.append(media, picture: picture, drawing: drawing)
        if tray.isFull { await camera.use() } else { camera.retake() }
    }

    /// Looks again at something in the tray.
    public func look(at id: ShootingTray.Entry.ID) {
        guard tray.entries.contains(where: { $0.id == id }), countdown == nil, !camera.isRecording,
            case .live = camera.phase
        else { return }
        (looked, replaced) = (id, nil)
    }

    /// What is looked at again; nil when nothing is.
    public var lookedEntry: ShootingTray.Entry? { looked.flatMap { id in tray.entries.first { $0.id == id } } }

    /// Goes back to the live picture.
    public func closeLook() { looked = nil }

    /// Throws away what is looked at, or takes it out where it is from the library.
    public func discardLooked() {
        guard let id = looked else { return }
        looked = nil
        tray.remove(id)
    }

    /// Goes back to the live picture to take anew what is looked at: the next one that is used takes its place.
    public func retakeLooked() {
        guard case .shot(let shot)? = lookedEntry else { return }
        (looked, replaced) = (nil, shot.id)
    }

    /// Leaves the shot that was to be taken anew as it is.
    public func keepReplaced() { replaced = nil }

    // MARK: The library

    /// Leads to the library; hidden where the screen has no way there.
    public var library: CameraControls.Control {
        guard door != nil, looked == nil, case .live = camera.phase else { return .hidden }
        let isBusy = isChoosing || countdown != nil || camera.isRecording || !tray.hasRoomForAssets
        if case .capturing = camera.state { return .disabled }
        return isBusy ? .disabled : .enabled
    }

    /// Shows the library; the camera is closed meanwhile. What is chosen there takes its place among the shots; with one that is all
    /// there is room for the screen ends.
    public func openLibrary() async {
        guard library == .enabled, let door else { return }
        isChoosing = true
        replaced = nil
        let resting = Task { await camera.rest() }
        let chosen = await door.choose(tray.libraryRules, tray.preselected)
        await resting.value
        if let chosen { await merge(chosen, from: door) }
        isChoosing = false
        if chosen != nil, maximumCount == 1, tray.isFull { await finish() } else { await camera.appear() }
    }

    private func merge(_ chosen: [ChosenItem], from door: LibraryDoor) async {
        var assets: [AssetID: Asset] = [:]
        for item in chosen {
            // What the library says no more of is told when it is loaded.
            do { assets[item.id] = try await door.store.asset(item.id) } catch { continue }
        }
        tray.merge(chosen, assets: assets)
    }

    // MARK: Naming

    /// Why the shutter does nothing though the camera is ready, and what there still is room for; nil while there is room for what it takes.
    public func refusalText(_ texts: Texts) -> String? {
        guard let refusal else { return nil }
        var reason = refusal.text(texts)
        if case .limitReached(let limit) = refusal { reason = texts.shooting.atMost(limit) }
        let others = kinds.filter { tray.refusal(of: $0, replacing: replaced) == nil }.map(texts.mode)
        guard !others.isEmpty else { return reason }
        let rest = texts.shooting.stillRoom.replacing("{kinds}", with: others.joined(separator: texts.listSeparator))
        return "\(reason) · \(rest)"
    }

    /// What the shutter does when it is pressed now.
    public func shutterName(_ texts: Texts) -> String {
        if countdown != nil { return texts.shooting.stopTimer }
        if camera.isRecording { return texts.buttons.stopRecording }
        return switch kind {
        case .video: texts.buttons.recordVideo
        case .livePhoto: texts.shooting.takeLivePhoto
        case .photo: texts.buttons.takePhoto
        }
    }

    /// What is said for as long as it holds: what failed, what is taken anew, or why the shutter does nothing.
    public func notice(_ texts: Texts) -> String? {
        let isShooting = controls.shutter != .hidden
        if let error = isShooting ? failure ?? lastingProblem : lastingProblem {
            return Prompt.Toast.cameraUnavailable(error, texts: texts).text
        }
        guard isShooting, !camera.isRecording else { return nil }
        if replaced != nil { return texts.shooting.takenAnew }
        return takesMany ? refusalText(texts) : nil
    }

    /// What else a camera refuses shows in its buttons.
    private var lastingProblem: CameraError? {
        switch camera.problem {
        case .cameraInUse?, .noSpace?, .readOnly?, .permissionDenied?, .permissionLost?: camera.problem
        default: nil
        }
    }

    /// What a screen reader says of the picture: that it is live, or what was just taken or is looked at again.
    public func pictureName(_ texts: Texts) -> String {
        switch (camera.phase, looked) {
        case (.review(let media), _), (.saving(let media), _): texts.name(of: media)
        case (_, let id?): name(of: id, texts)
        case (_, nil): texts.shooting.viewfinder
        }
    }

    /// What a screen reader says of something in the tray.
    public func name(of id: ShootingTray.Entry.ID, _ texts: Texts) -> String {
        guard let index = tray.entries.firstIndex(where: { $0.id == id }) else { return "" }
        let place = texts.shooting.shot.replacing("{n}", with: "\(index + 1)").replacing(
            "{all}", with: "\(tray.entries.count)")
        if case .chosen(let chosen) = tray.entries[index], let asset = chosen.asset {
            return texts.name(of: asset, place: nil) + texts.listSeparator + place
        }
        return texts.spoken.name(of: tray.entries[index].kind) + texts.listSeparator + place
    }
}
