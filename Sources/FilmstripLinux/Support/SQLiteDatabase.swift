import CSQLite
package import Filmstrip
import Glibc

/// Why SQLite could not do what was asked.
package enum DatabaseError: Error, Hashable {
    /// Another connection holds the lock for longer than the busy timeout.
    case busy
    /// The file is no database, or its pages contradict each other.
    case damaged
    case noSpace
    case readOnly
    /// Who asked for the work no longer wants it.
    case interrupted
    case other(code: Int32, message: String)

    init(_ code: Int32, _ handle: OpaquePointer?) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
        case SQLITE_FULL: self = .noSpace
        // Where a write was refused the system says why; the memory that the log's readers share fails without its word.
        case SQLITE_IOERR where code == Self.noSharedMemory || Self.isFull(handle): self = .noSpace
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: self = .readOnly
        default:
            let text = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
            self = .other(code: code, message: text ?? String(cString: sqlite3_errstr(code)))
        }
    }

    /// `SQLITE_IOERR_SHMSIZE`, whose macro is not imported.
    private static let noSharedMemory = SQLITE_IOERR | 19 << 8

    private static func isFull(_ handle: OpaquePointer?) -> Bool {
        guard let handle else { return false }
        let refusal = sqlite3_system_errno(handle)
        return refusal == ENOSPC || refusal == EDQUOT
    }

    /// The same as an error of the library whose index lies at `path`.
    package func library(_ path: MediaPath) -> LibraryError {
        switch self {
        case .busy: .indexBusy(path: path.string)
        case .damaged: .indexDamaged(path: path.string)
        case .noSpace: .noSpace(folder: path.parent.string)
        case .readOnly: .readOnly(folder: path.parent.string)
        case .interrupted: .cancelled
        case .other(let code, let message): .internal("SQLite \(code), \(message)")
        }
    }
}

/// A value that SQLite stores.
package enum DatabaseValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    static func integer(_ value: Int) -> DatabaseValue { .integer(Int64(value)) }
    static func optional(_ value: Int64?) -> DatabaseValue { value.map { .integer($0) } ?? .null }
    static func optional(_ value: Double?) -> DatabaseValue { value.map { .real($0) } ?? .null }
    static func optional(_ value: String?) -> DatabaseValue { value.map { .text($0) } ?? .null }
}

/// The owner of a connection to SQLite, and of the statements that were prepared on it. To be used by one thread at a
/// time.
package final class Database: @unchecked Sendable {
    // Unchecked because the rule is kept by the owners: each keeps its connection behind a lock, or on one thread.
    package let path: MediaPath
    private let handle: OpaquePointer
    private var prepared: [String: Statement] = [:]

    /// Opens a file, which is made where it is missing and `writable`.
    package init(_ path: MediaPath, writable: Bool, busyTimeout: Double) throws(DatabaseError) {
        self.path = path
        handle = try Self.open(path, SQLITE_OPEN_READWRITE | (writable ? SQLITE_OPEN_CREATE : 0))
        sqlite3_busy_timeout(handle, Int32(busyTimeout * 1000))
        if !writable { _ = fs_sqlite_keep_log_on_close(handle) }
        // An empty log costs nothing. Making and deleting its file at each look takes longer than looking at a hundred pictures,
        // because ext4 looks for a number that was not in use a moment ago.
        _ = fs_sqlite_keep_log_file(handle)
    }

    /// Opens a file that nobody writes while it is open, and whose log is empty: it is read as it lies, without locks, and
    /// without the log's files, which take longer to open than a small index takes to read.
    package init(unchanging path: MediaPath) throws(DatabaseError) {
        self.path = path
        handle = try Self.open(Self.unchangingURI(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    /// A connection, for who closes it. One that could not be opened is closed already.
    private static func open(_ name: MediaPath, _ flags: Int32) throws(DatabaseError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = name.withCString { sqlite3_open_v2($0, &opened, flags | SQLITE_OPEN_NOMUTEX, nil) }
        guard code == SQLITE_OK, let opened else {
            let error = DatabaseError(code, opened)
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(opened, 1)
        return opened
    }

    /// The file's name as SQLite's URI has it: <https://www.sqlite.org/uri.html>.
    private static func unchangingURI(_ path: MediaPath) -> MediaPath {
        var uri = Array((path.bytes.first == UInt8(ascii: "/") ? "file://" : "file:").utf8)
        for byte in path.bytes {
            switch byte {
            case UInt8(ascii: "%"): uri += Array("%25".utf8)
            case UInt8(ascii: "?"): uri += Array("%3f".utf8)
            case UInt8(ascii: "#"): uri += Array("%23".utf8)
            default: uri.append(byte)
            }
        }
        return MediaPath(bytes: uri + Array("?immutable=1".utf8))
    }

    deinit {
        for statement in prepared.values { statement.finish() }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows and take no values.
    package func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, handle) }
    }

    /// The statement of that text, prepared once and kept, with these values bound.
    package func statement(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Statement {
        let statement: Statement
        if let kept = prepared[sql] {
            statement = kept
            statement.reset()
        } else {
            statement = try Statement(sql, on: handle)
            prepared[sql] = statement
        }
        try statement.bind(values)
        return statement
    }

    /// Runs one statement to its end.
    package func run(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) {
        let statement = try statement(sql, values)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Calls `body` for each row of a query.
    package func forEach(
        _ sql: String, _ values: [DatabaseValue] = [], _ body: (Statement) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let statement = try statement(sql, values)
        defer { statement.reset() }
        while try statement.step() { try body(statement) }
    }

    /// The first column of the first row as a number; nil when there is no row, or it is NULL.
    package func integer(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Int64? {
        let statement = try statement(sql, values)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInteger(0) : nil
    }

    /// Steps that SQLite's machine has taken so far for this connection's statements: what questions cost, counted instead
    /// of timed.
    package var steps: Int { prepared.values.reduce(0) { $0 + $1.steps } }

    /// The row that the last INSERT made.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }
}

/// The owner of a prepared statement. Belongs to its connection, and is used with it.
package final class Statement {
    private var handle: OpaquePointer?
    private let connection: OpaquePointer

    fileprivate init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
        self.connection = connection
    }

    fileprivate func finish() {
        sqlite3_finalize(handle)
        handle = nil
    }

    fileprivate var steps: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    fileprivate func bind(_ values: [DatabaseValue]) throws(DatabaseError) {
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32 =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .real(let number): sqlite3_bind_double(handle, place, number)
                case .text(let text): fs_sqlite_bind_text(handle, place, text, Int32(text.utf8.count))
                case .blob(let bytes): fs_sqlite_bind_blob(handle, place, bytes, Int32(bytes.count))
                }
            guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
        }
    }

    /// Goes to the next row; false at the end.
    package func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(code, connection)
        }
    }

    package func reset() {
        sqlite3_reset(handle)
    }

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    package func optionalText(_ column: Int32) -> String? {
        sqlite3_column_text(handle, column).map { String(cString: $0) }
    }

    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    package func blob(_ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
