import Filmstrip

/// What the user does, handed to the models.
extension AlbumBrowser {
    func listen() {
        let choice = choice
        bar.cancel.onClick { choice.cancel() }
        bar.done.onClick { choice.finish() }
        bar.albums.onClick { [weak self] in self?.toggleAlbums() }
        bar.search.onClick { [weak self] in self?.toggleSearch() }
        bar.field.onSearch { [weak self] text in self?.search(text) }
        bar.field.onStop { [weak self] in self?.endSearch() }
        window.onCloseRequest {
            choice.cancel()
            return false
        }
        window.onDestroy { choice.cancel() }
        limited.onChoose { [weak self] in self?.act(.chooseMore) }
        grid.onLook = { [weak self] index in self?.look(at: index) }
        grid.onFilled = { [weak self] in self?.showAlbumsFromNowOn() }
        tray.onLook = { [weak self] id in self?.picker.openPager(chosen: id) }
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        if let viewer {
            if viewer.press(key, modifiers) { return true }
            if key == .space, modifiers.isEmpty {
                picker.closePager()
                return true
            }
        }
        // Text that is typed has its own clipboard and its own steps to take back.
        let isTyping = bar.field.holdsFocus
        switch (key, modifiers) {
        case (.escape, []): escape()
        case (KeyValue(character: "f"), .control): toggleSearch()
        case (KeyValue(character: "w"), .control): choice.cancel()
        case (KeyValue(character: "v"), .control) where !isTyping && takesFiles: paste()
        case (KeyValue(character: "z"), .control) where !isTyping:
            Task { [picker] in await picker.tray.undo(in: picker.library) }
        case (.enter, .control), (.padEnter, .control): choice.finish()
        case (.up, .alt) where !isWide: toggleAlbums()
        default: return false
        }
        return true
    }

    private func escape() {
        if grid.cancelsDrag || tray.letGo() { return }
        if picker.pager == nil, bar.searchBar.isRevealed { return endSearch() }
        picker.escape()
    }

    private func search(_ text: String) {
        if picker.showsAlbums { albums.searchText = text } else { model.search(text) }
    }

    private func toggleSearch() {
        picker.closePager()
        guard !bar.searchBar.isRevealed else { return endSearch() }
        bar.searchBar.isRevealed = true
        bar.field.grabFocus()
    }

    private func endSearch() {
        clearSearch()
        model.search("")
        if !picker.showsAlbums { grid.grabFocus() }
    }

    private func clearSearch() {
        bar.searchBar.isRevealed = false
        bar.field.text = ""
        albums.searchText = ""
    }

    private func toggleAlbums() {
        picker.closePager()
        guard !isWide else { return }
        clearSearch()
        picker.showsAlbums.toggle()
    }

    func open(_ album: Album) {
        picker.closePager()
        clearSearch()
        let picker = picker
        Task { await picker.open(album) }
    }

    func act(_ action: Prompt.Action.ID) {
        let (picker, connections, texts) = (picker, connections, texts)
        switch action {
        case .retry, .cancel: Task { await picker.help() }
        case .openSettings, .chooseMore:
            Task {
                // Where there is nothing to open, words say where to look.
                guard await !connections.openSettings(.photoLibrary) else { return }
                picker.choice.say(Prompt.Toast(text: texts.photos.howTo))
            }
        case .takePhoto, .chooseFromLibrary, .recordVideo, .delete, .ok: break
        }
    }
}
