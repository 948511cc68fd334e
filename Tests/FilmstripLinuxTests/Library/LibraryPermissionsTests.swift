import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite struct LibraryPermissionsTests {
    @Test func `Readable roots are authorized, and a missing one is an empty library`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("Pictures")
        let roots = [folder.path("Pictures"), folder.path("Videos")]
        #expect(LibraryPermissions.libraryStatus(roots: roots) == .authorized)
        #expect(LibraryPermissions.libraryStatus(roots: []) == .authorized)
    }

    @Test func `5.12 some unreadable roots are limited, and all of them are denied`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("Pictures")
        try folder.makeFolder("Videos")
        chmod(folder.path("Videos").string, 0)
        defer { chmod(folder.path("Videos").string, 0o700) }
        let pictures = folder.path("Pictures")
        let videos = folder.path("Videos")
        let seen = asNobody(owning: folder) {
            [
                LibraryPermissions.libraryStatus(roots: [pictures, videos]),
                LibraryPermissions.libraryStatus(roots: [videos]),
            ]
        }
        #expect(seen == [.limited, .denied])
    }

    @Test func `C53 adding is allowed where the folder can be written or made, and denied in one of mode 555`() throws {
        // cosmic-epoch #1925, camera-effects PR 3
        let folder = try TestFolder()
        try folder.makeFolder("Pictures")
        let pictures = folder.path("Pictures")
        let below = pictures.appending("Camera/2024")
        let before = asNobody(owning: folder) { LibraryPermissions.addingStatus(folder: below) }
        chmod(pictures.string, 0o555)
        defer { chmod(pictures.string, 0o700) }
        let after = asNobody(owning: folder) { LibraryPermissions.addingStatus(folder: below) }
        #expect(before == .authorized)
        #expect(after == .denied)
    }

    @Test func `5.12 a library that the user handed over in part is limited`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("Pictures")
        try folder.makeFolder("doc/a1b2")
        let (own, handedOver) = (folder.path("Pictures"), folder.path("doc/a1b2"))
        func status(_ roots: MediaPath...) -> PermissionStatus {
            LibraryPermissions.libraryStatus(roots: roots) { $0 == handedOver }
        }
        #expect(status(handedOver) == .limited && status(own, handedOver) == .limited)
        #expect(status(own) == .authorized)
    }

    @Test func `Files that the document portal hands over are known by where it mounts them`() {
        #expect(LibraryPermissions.isDocumentPortal(MediaPath("/run/user/1000/doc/a1b2/photo.jpg")))
        #expect(!LibraryPermissions.isDocumentPortal(MediaPath("/run/user/1000/gvfs/photo.jpg")))
        #expect(!LibraryPermissions.isDocumentPortal(MediaPath("/home/doc")))
    }
}
