import Filmstrip
import Foundation
import Glibc

/// Watches folders on a thread of its own, and has those looked at that changed.
///
/// Changes are gathered until nothing has happened for `quiet`, but for no longer than `patience`. Where the system has no
/// watch left, or cannot watch at all, everything is looked through from time to time, and the user is told once.
final class FolderWatch: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    /// What is to be done when something changed. All is called on the watcher's thread.
    struct Actions: Sendable {
        /// Looks at some folders, or at everything for nil; answers which must be looked at again soon, nil for "all of
        /// them": the look failed.
        var look: @Sendable (Set<MediaPath>?, FolderWatch) -> Set<MediaPath>?
        /// Tells what other processes wrote.
        var tick: @Sendable () -> Void
        /// The system has no watch left.
        var limitReached: @Sendable () -> Void
    }

    static let quiet = 0.15
    static let patience = 0.8
    static let tickInterval = 1.0

    private let source: (any WatchSource)?
    private let roots: [MediaPath]
    private let rescanInterval: Double
    private let actions: Actions
    private let stopper: (read: OwnedDescriptor, write: OwnedDescriptor)
    private let lock = NSLock()
    private var paths: [Int32: MediaPath] = [:]
    private var watches: [MediaPath: Int32] = [:]
    private var isLimited = false
    private var looks = 0

    /// Nil when the system is out of file descriptors.
    init?(source: (any WatchSource)?, roots: [MediaPath], rescanInterval: Double, actions: Actions) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopper = (OwnedDescriptor(taking: ends[0]), OwnedDescriptor(taking: ends[1]))
        self.source = source
        self.roots = roots
        self.rescanInterval = rescanInterval
        self.actions = actions
    }

    func start(_ prepareThread: (@Sendable () -> Void)?) {
        let thread = Thread { [self] in
            prepareThread?()
            run()
        }
        thread.name = "filmstrip-watch"
        thread.start()
    }

    /// Ends the thread as soon as what it does now is done.
    func stop() {
        _ = write(stopper.write.rawValue, [1], 1)
    }

    // MARK: Which folders

    /// How many folders are watched.
    var count: Int { lock.withLock { paths.count } }
    /// How many looks are over.
    var lookCount: Int { lock.withLock { looks } }

    /// Watches a folder from now on; one that is watched already under its old name is known by the new one.
    func add(_ path: MediaPath) {
        guard let source else { return reachLimit() }
        switch source.add(path) {
        case .watching(let watch):
            lock.withLock {
                if let old = paths[watch], old != path { watches[old] = nil }
                paths[watch] = path
                watches[path] = watch
            }
        case .limitReached: reachLimit()
        case .refused: break
        }
    }

    /// Gives up the watches of all other folders.
    func keep(only wanted: Set<MediaPath>) {
        let gone = lock.withLock {
            let gone = paths.filter { !wanted.contains($0.value) }
            for (watch, path) in gone {
                paths[watch] = nil
                watches[path] = nil
            }
            return gone.keys
        }
        for watch in gone { source?.remove(watch) }
    }

    private func reachLimit() {
        let isFirst = lock.withLock {
            defer { isLimited = true }
            return !isLimited
        }
        if isFirst { actions.limitReached() }
    }

    // MARK: The thread

    private struct Pending {
        var folders: Set<MediaPath> = []
        var isEverything = true
        var first = 0.0
        var due = 0.0

        var isEmpty: Bool { folders.isEmpty && !isEverything }

        mutating func add(_ new: Set<MediaPath>, everything: Bool, now: Double) {
            guard everything || !new.isEmpty else { return }
            if isEmpty { first = now }
            folders.formUnion(new)
            isEverything = isEverything || everything
            due = min(now + FolderWatch.quiet, first + FolderWatch.patience)
        }
    }

    private func run() {
        var pending = Pending()
        var lastLook = 0.0
        while true {
            let now = Self.now()
            if !pending.isEmpty, pending.due <= now {
                let work = pending
                pending = Pending(isEverything: false)
                let again = actions.look(work.isEverything ? nil : work.folders, self)
                lastLook = Self.now()
                lock.withLock { looks += 1 }
                if let again { pending.folders = again } else { pending = work }
                pending.first = lastLook
                pending.due = lastLook + (again == nil ? 1 : 0.35)
            }
            switch wait(for: pending.isEmpty ? Self.tickInterval : max(0, pending.due - Self.now())) {
            case .stop: return
            case .events:
                let (folders, isEverything) = takeEvents()
                pending.add(folders, everything: isEverything, now: Self.now())
            case .nothing: break
            }
            actions.tick()
            pending.add(newRoots(), everything: false, now: Self.now())
            let isDue = Self.now() - lastLook >= rescanInterval
            if pending.isEmpty, isDue, lock.withLock({ isLimited }) {
                pending.add([], everything: true, now: Self.now())
            }
        }
    }

    private enum Wake { case stop, events, nothing }

    private func wait(for seconds: Double) -> Wake {
        var files = [pollfd(fd: stopper.read.rawValue, events: Int16(POLLIN), revents: 0)]
        if let source { files.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)) }
        let ready = poll(&files, UInt(files.count), Int32((seconds * 1000).rounded(.up)))
        guard ready > 0 else { return .nothing }
        return files[0].revents != 0 ? .stop : .events
    }

    private func takeEvents() -> (folders: Set<MediaPath>, isEverything: Bool) {
        var folders: Set<MediaPath> = []
        var isEverything = false
        for event in source?.read() ?? [] {
            switch event {
            case .changed(let watch): if let path = lock.withLock({ paths[watch] }) { folders.insert(path) }
            case .left(let watch):
                let path = lock.withLock {
                    let path = paths.removeValue(forKey: watch)
                    if let path { watches[path] = nil }
                    return path
                }
                if let path { folders.insert(roots.contains(path) ? path : path.parent) }
            case .overflow: isEverything = true
            }
        }
        return (folders, isEverything)
    }

    /// Roots that have come to be.
    private func newRoots() -> Set<MediaPath> {
        guard source != nil else { return [] }
        let unwatched = lock.withLock { roots.filter { watches[$0] == nil } }
        return Set(unwatched.filter(FileOperations.isFolder))
    }

    private static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
