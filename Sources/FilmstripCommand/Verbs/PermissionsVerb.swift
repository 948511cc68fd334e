import Filmstrip
import FilmstripLinux

/// `permissions`: what the user has allowed.
struct PermissionsVerb: Verb {
    static let syntax = VerbSyntax(
        "permissions", "Show what is allowed: camera, microphone, library, library-add.",
        operands: "[camera|microphone|library|library-add]", count: 0...4,
        options: [.flag("--request", "Put the system's question for what is not determined.")])

    let permissions: [Permission]
    let requests: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        var permissions: [Permission] = []
        for operand in invocation.operands {
            guard let permission = Permission(rawValue: operand.string) else {
                let hint = suggestion(operand.string, among: Permission.allCases.map(\.rawValue))
                throw .usage("there is no permission \(operand.string.debugDescription)\(hint)")
            }
            permissions.append(permission)
        }
        self.permissions = permissions.isEmpty ? Permission.allCases : permissions
        requests = invocation.has("--request")
    }

    func run(_ desk: Desk) async throws {
        let provider = desk.environment.permissions()
        var answers: [(Permission, PermissionStatus)] = []
        for permission in permissions {
            var status = PermissionStatus.authorized
            if let named = try desk.namedLibraryStatus(of: permission) {
                status = named
            } else {
                status = await provider.status(of: permission)
                if requests && status == .notDetermined { status = try await provider.request(permission) }
            }
            try Task.checkCancellation()
            answers.append((permission, status))
        }
        let fields = answers.map { JSON.Field(name: $0.0.rawValue, value: .string($0.1.rawValue)) }
        try desk.print(
            .object(fields), text: answers.map { "\($0.0.rawValue): \($0.1.rawValue)" }.joined(separator: "\n"))
    }
}

extension Desk {
    /// What the file system lets us do with the library that `--library` names; nil where it names none, and for what is no
    /// matter of folders.
    fileprivate func namedLibraryStatus(of permission: Permission) throws(CommandError) -> PermissionStatus? {
        guard let roots = libraryRoots, let first = roots.first else { return nil }
        switch permission {
        case .camera, .microphone: return nil
        case .photoLibrary, .photoLibraryAdding:
            for root in roots {
                do throws(SystemError) { _ = try FileStatus.of(root) } catch {
                    // One that may not even be looked at is denied, and not missing.
                    guard error.meansGone else { continue }
                    throw CommandError(.notFound, "There is no such folder.", path: root)
                }
            }
            guard permission == .photoLibraryAdding else { return LibraryPermissions.libraryStatus(roots: roots) }
            return LibraryPermissions.addingStatus(folder: FolderLibrary.Configuration(roots: [first]).captureFolder)
        }
    }
}
