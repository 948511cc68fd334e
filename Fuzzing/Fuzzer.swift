import CFuzzer
import Filmstrip
import FilmstripFormats
import Foundation

/// Gives bytes that LLVM's fuzzer makes up to one of our readers and to the writers behind it: see `make fuzz`.
///
/// A fault is a crash, a hang, or a promise of the writers that is broken. The first argument says what the bytes are: `tiff`, `iso`,
/// `xmp` or `jpeg`; the rest is for the fuzzer. `seeds PHOTOS CORPUS` takes the parts of real files to begin with.
@main
struct Fuzzer {
    static func main() {
        let words = CommandLine.arguments
        if words.count == 4, words[1] == "seeds" {
            return Seeds.take(from: URL(fileURLWithPath: words[2]), into: URL(fileURLWithPath: words[3]))
        }
        // The fuzzer's own words begin with a name, too.
        var count = CommandLine.argc - 1
        var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        let status =
            switch words.dropFirst().first {
            case "tiff": LLVMFuzzerRunDriver(&count, &rest) { Fuzzer.run($0, $1, Fuzzer.tiff) }
            case "iso": LLVMFuzzerRunDriver(&count, &rest) { Fuzzer.run($0, $1, Fuzzer.iso) }
            case "xmp": LLVMFuzzerRunDriver(&count, &rest) { Fuzzer.run($0, $1, Fuzzer.xmp) }
            case "jpeg": LLVMFuzzerRunDriver(&count, &rest) { Fuzzer.run($0, $1, Fuzzer.jpeg) }
            default: Int32(2)
            }
        exit(status)
    }

    private static func run(_ data: UnsafePointer<UInt8>?, _ count: Int, _ body: ([UInt8]) throws -> Void) -> Int32 {
        do { try body(Array(UnsafeBufferPointer(start: data, count: count))) } catch {
            // Refusing is an answer.
            guard error is LibraryError else { preconditionFailure("an error of another kind: \(error)") }
        }
        return 0
    }

    /// EXIF blocks: what is put together again says the same, and a place that was removed is gone.
    private static func tiff(_ bytes: [UInt8]) throws {
        _ = try look(bytes)
        guard var tree = ExifTree(bytes) else { return }
        let block = tree.block
        guard ExifTree(block) != nil else { preconditionFailure("a block of our own cannot be read") }
        tree.removeLocation()
        tree.forgetFrame()
        tree.setContentIdentifier("identifier")
        guard ExifTree(tree.block)?.contentIdentifier == "identifier" else {
            preconditionFailure("an identifier was lost")
        }
    }

    /// Boxes: movies are rewritten and trimmed, pictures get other metadata.
    private static func iso(_ bytes: [UInt8]) throws {
        let source = MemoryByteSource(bytes)
        let header = try look(bytes)
        if header?.contentType.isVideo == true {
            let changes = MovieChanges(
                contentIdentifier: "identifier", stillTime: 1, removals: [.location], isQuickTime: true)
            _ = try ISOBoxEditor.rewriting(changes, source).assembled(from: source)
            _ = try MovieTrimmer.trimming(source, from: 0.5, to: 3).pieces.assembled(from: source)
        } else if header != nil {
            _ = try MetadataStripper.stripping(source, keeping: .withoutLocation).assembled(from: source)
        }
    }

    /// Packets: what was edited can be edited again, and places are gone.
    private static func xmp(_ bytes: [UInt8]) throws {
        guard var packet = XMPEditor(bytes) else { return }
        packet.removeLocation()
        packet.setMotion(items: [], stillTime: 1)
        packet.removeFrame()
        guard XMPEditor(packet.bytes) != nil else { preconditionFailure("a packet of our own cannot be edited") }
    }

    /// JPEG files: taken apart, stripped, joined with a movie.
    private static func jpeg(_ bytes: [UInt8]) throws {
        let source = MemoryByteSource(bytes)
        guard let header = try look(bytes), header.contentType == .jpeg else { return }
        let quiet = try MetadataStripper.stripping(source, keeping: .withoutLocation).assembled(from: source)
        guard try look(quiet)?.place == nil else { preconditionFailure("a place was left") }
        _ = try MetadataStripper.stripping(source, keeping: .none).assembled(from: source)
        _ = try MotionPhotoFile.still(source).assembled(from: source)
    }

    /// All readers; nil for what they refuse.
    private static func look(_ bytes: [UInt8]) throws -> MediaHeader? {
        let source = MemoryByteSource(bytes)
        do throws(LibraryError) {
            _ = try MetadataReader.read(source, name: "fuzz")
            return try MediaHeaderReader.read(source, name: "fuzz")
        } catch { return nil }
    }
}
