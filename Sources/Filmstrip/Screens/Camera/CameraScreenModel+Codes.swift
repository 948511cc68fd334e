/// Codes in the live picture.
extension CameraScreenModel {
    /// What a code in the live picture offers; nil when nothing is offered.
    public var code: CodeOffer? { isWatching ? codes?.offer : nil }

    /// Puts the offer away.
    public func dismissCode() { codes?.dismiss() }

    /// Whether there is a live picture, and nothing else going on.
    private var isWatching: Bool {
        guard case .live = camera.phase, case .running = camera.state else { return false }
        return looked == nil && countdown == nil && !isChoosing
    }

    func lookForCodes() {
        guard let codes else { return }
        let previews = camera.session.previews()
        let task = Task { [weak self] in
            for await frame in previews {
                guard let self else { return }
                if isWatching { codes.see(frame) } else { codes.rest() }
            }
        }
        tasks.keep(task, as: "codes")
    }
}
