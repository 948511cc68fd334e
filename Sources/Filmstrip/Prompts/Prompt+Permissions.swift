extension Prompt {
    /// Asks whether to turn on a permission that the user has refused, and leads to the settings.
    public static func turnOn(_ permission: Permission, texts: Texts) -> Prompt {
        let access = texts.access(to: permission)
        return Prompt(
            style: .alert, title: access.question, message: access.off,
            actions: [
                Action(id: .cancel, title: texts.buttons.cancel, role: .cancel),
                Action(id: .openSettings, title: texts.buttons.turnOn),
            ])
    }

    /// Says how to turn on a permission, where the settings cannot be opened from here.
    public static func howToTurnOn(_ permission: Permission, texts: Texts) -> Prompt {
        notice(title: texts.notices.hint, message: texts.access(to: permission).howTo, texts: texts)
    }

    /// Says that somebody above the user blocks a permission. Promises no switch.
    public static func restricted(_ permission: Permission, texts: Texts) -> Prompt {
        notice(title: texts.notices.sorry, message: texts.access(to: permission).restricted, texts: texts)
    }

    /// Says that what was taken could not be saved for want of the permission, and offers the settings.
    public static func cannotSave(texts: Texts) -> Prompt {
        Prompt(
            style: .alert, title: texts.notices.sorry,
            message: "\(texts.addingPhotos.off)\n\(texts.notices.cannotSave)",
            actions: [
                Action(id: .cancel, title: texts.buttons.notNow, role: .cancel),
                Action(id: .openSettings, title: texts.buttons.openSettings),
            ])
    }

    /// Offers to let more of the library be seen, when a part of it is.
    public static func limitedLibrary(anchor: Anchor = .center, texts: Texts) -> Prompt {
        Prompt(
            style: .actionSheet(anchor), title: texts.limitedPhotos.title, message: texts.limitedPhotos.message,
            actions: [
                Action(id: .chooseMore, title: texts.buttons.chooseMore),
                Action(id: .openSettings, title: texts.buttons.openSettings),
                Action(id: .cancel, title: texts.buttons.cancel, role: .cancel),
            ])
    }

    private static func notice(title: String, message: String, texts: Texts) -> Prompt {
        Prompt(
            style: .alert, title: title, message: message,
            actions: [Action(id: .ok, title: texts.buttons.ok, role: .cancel)])
    }
}
