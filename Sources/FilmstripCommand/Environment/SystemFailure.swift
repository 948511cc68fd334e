import Filmstrip
import Foundation

extension CommandError {
    /// The error that a failed system call stands for.
    /// - Parameters:
    ///   - number: `errno` after the call.
    ///   - path: what the call was about.
    static func system(_ number: Int32, path: MediaPath) -> CommandError {
        switch number {
        case ENOENT, ENOTDIR: CommandError(.notFound, "There is no such file or folder.", path: path)
        case EEXIST: CommandError(.exists, "The file exists already.", path: path)
        case EROFS: CommandError(.readOnly, "The folder cannot be written.", path: path)
        case ENOSPC, EDQUOT, EFBIG: CommandError(.noSpace, "There is no space left on the disk.", path: path)
        case EPERM: CommandError(.notPermitted, "The system does not permit this.", path: path)
        case EINTR: .cancelled
        default: CommandError(.unreadable, "It cannot be read: \(String(cString: strerror(number))).", path: path)
        }
    }

    /// The same for calls that write into a folder.
    static func writing(_ number: Int32, folder: MediaPath) -> CommandError {
        switch number {
        case EACCES, EROFS: CommandError(.readOnly, "The folder cannot be written.", path: folder)
        default: system(number, path: folder)
        }
    }
}
