import Foundation

/// Swift strings as the arrays of C strings that starting a program asks for.
enum CStrings {
    /// Calls `body` with the strings, ended by a null pointer; they are valid during the call only.
    static func with<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return (copies + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
