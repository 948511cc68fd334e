extension UIViewController {
    /// The controllers inside that show with this one.
    var shownChildren: [UIViewController] {
        if let navigation = self as? UINavigationController { return navigation.topViewController.map { [$0] } ?? [] }
        return children.filter { $0.viewIfLoaded?.window != nil && $0.viewIfLoaded?.window === viewIfLoaded?.window }
    }

    func willAppear(_ animated: Bool) {
        guard appearance == .gone || appearance == .going else { return }
        appearance = .coming
        viewWillAppear(animated)
        for child in shownChildren { child.willAppear(animated) }
    }

    func didAppear(_ animated: Bool) {
        guard appearance == .coming else { return }
        appearance = .here
        viewIsAppearing(animated)
        viewIfLoaded?.layoutIfNeeded()
        for child in shownChildren { child.didAppear(animated) }
        viewDidAppear(animated)
        cameToScreen()
    }

    func willDisappear(_ animated: Bool) {
        guard appearance == .here || appearance == .coming else { return }
        appearance = .going
        viewWillDisappear(animated)
        for child in shownChildren { child.willDisappear(animated) }
    }

    func didDisappear(_ animated: Bool) {
        guard appearance == .going else { return }
        appearance = .gone
        for child in children where child.appearance == .going { child.didDisappear(animated) }
        viewDidDisappear(animated)
    }

    /// The view came into a window or left it, by itself: that is how a child appears in a visible parent.
    func viewMoved(from old: UIWindow?, to new: UIWindow?) {
        guard let parent else { return }
        if new != nil, parent.appearance == .here {
            willAppear(false)
            MainQueue.later { [weak self] in self?.didAppear(false) }
        } else if new == nil, appearance != .gone {
            willDisappear(false)
            didDisappear(false)
        }
    }
}
