/// Values in memory, up to a number of bytes: what was used longest ago goes first. A pure value: whoever uses it guards it.
package struct ByteBoundedCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var byteCount: Int
        var older: Key?
        var newer: Key?
    }

    /// What all values together may hold.
    package let limit: Int
    /// What they hold.
    package private(set) var byteCount = 0
    private var entries: [Key: Entry] = [:]
    private var oldest: Key?
    private var newest: Key?

    package init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// How many values there are.
    package var count: Int { entries.count }

    /// The value of a key, which is now the one used last.
    package mutating func value(for key: Key) -> Value? {
        guard let entry = entries[key] else { return nil }
        if newest != key {
            unlink(entry)
            append(key)
        }
        return entry.value
    }

    /// Keeps a value, and lets go of others until all fit. One that alone is too large is not kept.
    package mutating func keep(_ value: Value, byteCount size: Int, for key: Key) {
        remove(key)
        guard size <= limit else { return }
        while byteCount + size > limit, let oldest { remove(oldest) }
        entries[key] = Entry(value: value, byteCount: size)
        byteCount += size
        append(key)
    }

    /// Lets go of what was used longest ago until all that is left fits into so many bytes.
    package mutating func trim(to byteCount: Int) {
        while self.byteCount > max(0, byteCount), let oldest { remove(oldest) }
    }

    /// Lets go of a value.
    package mutating func remove(_ key: Key) {
        guard let entry = entries[key] else { return }
        unlink(entry)
        entries[key] = nil
        byteCount -= entry.byteCount
    }

    /// Lets go of all values whose keys are such.
    package mutating func removeAll(where isSuch: (Key) -> Bool) {
        for key in entries.keys.filter(isSuch) { remove(key) }
    }

    private mutating func unlink(_ entry: Entry) {
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    }

    private mutating func append(_ key: Key) {
        entries[key]?.older = newest
        entries[key]?.newer = nil
        if let newest { entries[newest]?.newer = key } else { oldest = key }
        newest = key
    }
}
