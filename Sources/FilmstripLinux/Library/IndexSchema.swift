import FilmstripFormats

/// The tables of the index, and the versions that decide what of it can still be used.
enum IndexSchema {
    /// The shape of the tables. An index of another shape is made anew.
    static let version: Int64 = 1
    /// What is read from a file's header. Rows of an older extractor are read again at the next scan.
    static let extractor = Int64(MediaHeaderReader.version)
    /// "FLMS", so that a database of somebody else is never taken for ours.
    static let application: Int64 = 0x464C_4D53

    /// How each connection is set up. The file is never mapped: a map of a file that somebody cuts short is a crash.
    static let setUp = """
        PRAGMA mmap_size = 0;
        PRAGMA cache_size = -8000;
        PRAGMA temp_store = MEMORY;
        """

    /// * `items`: one row a media file, hidden halves of live photos and files that are no media included, so that an
    ///   unchanged scan opens nothing.
    /// * `entries`: which item is in which scope, in the order of time. Every page and every position is read from here.
    /// * `totals`, `blocks`, `days`: how many there are of each kind in a scope, in 32 days, and in a day: nothing is ever
    ///   counted by walking.
    /// * `log`: what changed last, by whichever process.
    static let tables = """
        CREATE TABLE facts(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE folders(
            id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, path BLOB NOT NULL UNIQUE, isRoot INTEGER NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL);
        CREATE INDEX folders_file ON folders(inode, device);
        CREATE TABLE items(
            id INTEGER PRIMARY KEY, uid INTEGER NOT NULL UNIQUE, folder INTEGER NOT NULL, name BLOB NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, bytes INTEGER NOT NULL, modified INTEGER NOT NULL,
            changed INTEGER NOT NULL, extractor INTEGER NOT NULL, role INTEGER NOT NULL, kind INTEGER NOT NULL,
            subtypes INTEGER NOT NULL, type TEXT, width INTEGER NOT NULL, height INTEGER NOT NULL,
            orientation INTEGER NOT NULL, duration REAL, frames INTEGER, instant INTEGER NOT NULL, zone INTEGER,
            source TEXT, latitude REAL, longitude REAL, altitude REAL, identifier TEXT, movieStart INTEGER,
            movieEnd INTEGER, previewStart INTEGER, previewEnd INTEGER, added INTEGER NOT NULL, partner INTEGER,
            favorite INTEGER NOT NULL);
        CREATE UNIQUE INDEX items_place ON items(folder, name);
        CREATE INDEX items_file ON items(inode, device);
        CREATE TABLE entries(
            scope INTEGER NOT NULL, kind INTEGER NOT NULL, instant INTEGER NOT NULL, item INTEGER NOT NULL,
            PRIMARY KEY(scope, kind, instant, item)) WITHOUT ROWID;
        CREATE TABLE totals(
            scope INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(scope, kind)) WITHOUT ROWID;
        CREATE TABLE blocks(
            scope INTEGER NOT NULL, block INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL,
            PRIMARY KEY(scope, block, kind)) WITHOUT ROWID;
        CREATE TABLE days(
            scope INTEGER NOT NULL, day INTEGER NOT NULL, kind INTEGER NOT NULL, localDay INTEGER NOT NULL,
            n INTEGER NOT NULL, PRIMARY KEY(scope, day, kind, localDay)) WITHOUT ROWID;
        CREATE TABLE problems(
            path BLOB PRIMARY KEY, folder INTEGER, code TEXT NOT NULL, message TEXT NOT NULL) WITHOUT ROWID;
        CREATE INDEX problems_folder ON problems(folder);
        CREATE TABLE log(seq INTEGER PRIMARY KEY AUTOINCREMENT, uid INTEGER NOT NULL, what INTEGER NOT NULL);
        """
}

/// A set of items that has counts of its own.
enum IndexScope {
    static let recents: Int64 = 0
    static let favorites: Int64 = 1
    /// Ordered by the time of adding, and without counts.
    static let recentlyAdded: Int64 = 2
    /// The items that have one subtype.
    static func subtype(_ bit: Int) -> Int64 { 16 + Int64(bit) }
    /// The items that lie in one folder.
    static func folder(_ id: Int64) -> Int64 { 64 + id }
}
