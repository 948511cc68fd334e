import Filmstrip
import Foundation
import Testing

@Suite struct ImageDetailsTests {
    @Test func `0.11 a picture has a unique id, a content type, an address and a file name`() throws {
        let folder = try TemporaryFolder()
        // The name lies; the bytes do not.
        let path = try folder.write(Heads.png, as: "Ferien 1.jpg")
        let details = try ImageDetails(of: path)
        #expect(details.contentType == .png)
        #expect(details.fileName == "Ferien 1.jpg")
        #expect(details.address.isFileURL)
        #expect(details.address.path == path.string)
        #expect(!details.id.isEmpty)
        #expect(try ImageDetails(of: path).id != details.id)
        #expect(try ImageDetails(of: details.address, id: "mine").id == "mine")
    }

    @Test func `0.11 an address with nothing behind it is a typed error`() throws {
        let folder = try TemporaryFolder()
        let gone = folder.path("gone.jpg")
        #expect(throws: LibraryError.notFound(path: gone.string)) { try ImageDetails(of: gone) }
        #expect(throws: LibraryError.notFound(path: gone.string)) { try ImageDetails(of: gone.url) }
        let web = try #require(URL(string: "https://example.org/a.jpg"))
        #expect(throws: LibraryError.notFound(path: "https://example.org/a.jpg")) { try ImageDetails(of: web) }
    }

    @Test func `0.11 what is there and no picture is a typed error too`() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(Array("hello".utf8), as: "a.jpg")
        #expect(throws: LibraryError.unsupportedFormat(path: text.string)) { try ImageDetails(of: text) }
        let error = #expect(throws: LibraryError.self) { try ImageDetails(of: MediaPath(folder.url)) }
        #expect(error?.code == .unreadable)
    }

    @Test func `0.11 of a library pick the id and name are the asset's, unless it was edited`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Heads.jpeg, as: "cache-17")
        let file = MediaFile(path: path, contentType: .jpeg, isTemporary: false)
        var media = PickedMedia(origin: .library(.sample("asset-1")), original: file)
        let details = try ImageDetails(of: media)
        #expect(details.id == "asset-1")
        #expect(details.fileName == "IMG_0001.JPG")
        media.edited = MediaFile(
            path: try folder.write(Heads.png, as: "edit.png"), contentType: .png, isTemporary: false)
        let edited = try ImageDetails(of: media)
        #expect(edited.fileName == "edit.png")
        #expect(edited.contentType == .png)
    }

    @Test func `0.11 of a capture whose file is gone, the error says so`() throws {
        let error = #expect(throws: LibraryError.self) { try ImageDetails(of: PickedMedia(.photo("gone.jpg"))) }
        #expect(error?.code == .notFound)
    }
}
