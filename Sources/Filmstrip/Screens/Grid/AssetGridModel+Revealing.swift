extension AssetGridModel {
    /// Puts the keyboard's mark on a place and scrolls to it, as after a visit to the pager. Does nothing where there is none.
    public func reveal(at index: Int) {
        guard index >= 0, index < count else { return }
        setFocus(index)
        wish(toShow: index, animated: false)
    }
}
