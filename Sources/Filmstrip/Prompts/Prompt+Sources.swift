extension Prompt {
    /// The choice between camera and library.
    ///
    /// - Parameters:
    ///   - order: the rows above Cancel, in order. Rows that name no source are left out.
    ///   - hasCamera: without a camera its rows are absent.
    ///   - anchor: what the sheet points at, or nil.
    ///   - place: where it is shown. An alert takes the sheet's place where a sheet needs an anchor and none was given.
    public static func sources(
        order: [Action.ID] = [.takePhoto, .chooseFromLibrary], hasCamera: Bool = true, anchor: Anchor? = nil,
        place: PresentationPlace = PresentationPlace(), texts: Texts
    ) -> Prompt {
        let rows = order.compactMap { id -> Action? in
            switch id {
            case .takePhoto: hasCamera ? Action(id: id, title: texts.buttons.takePhoto) : nil
            case .recordVideo: hasCamera ? Action(id: id, title: texts.buttons.recordVideo) : nil
            case .chooseFromLibrary: Action(id: id, title: texts.buttons.chooseFromLibrary)
            case .openSettings, .chooseMore, .retry, .delete, .ok, .cancel: nil
            }
        }
        let actions = rows + [Action(id: .cancel, title: texts.buttons.cancel, role: .cancel)]
        if place.needsAnchor, anchor == nil {
            return Prompt(style: .alert, title: texts.notices.choosePicture, actions: actions)
        }
        return Prompt(style: .actionSheet(anchor ?? .center), actions: actions)
    }
}
