/// Looking at a picture in full before it is chosen: long press, Space.
extension ImagePickerModel {
    /// Shows a tile large. Does nothing for a place without a picture, and under the overlay.
    /// - Parameter movesByItself: false under reduced motion.
    public func openPager(at index: Int, movesByItself: Bool = true) {
        guard pager == nil, overlayStatus == nil, grid.asset(at: index) != nil, choice.outcome == nil else { return }
        pager = PagerModel(grid.assets, choice: choice, startingAt: index, movesByItself: movesByItself)
    }

    /// Goes back to the tiles, which show the picture that was shown large last.
    public func closePager() {
        guard let pager else { return }
        let index = pager.index
        pager.close()
        self.pager = nil
        grid.reveal(index)
        if index < grid.count { grid.setFocus(index) }
    }
}
