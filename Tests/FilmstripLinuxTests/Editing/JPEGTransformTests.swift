import CTurboJPEG
import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripLinux

/// A picture of cells that are told apart by their colours, as a decoder gives it.
struct LabelledPicture {
    static let cell = 16
    let size: PixelSize

    var frame: PixelFrame {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = Self.color(x / Self.cell, y / Self.cell)
                bytes += [color[2], color[1], color[0], 255]
            }
        }
        return PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: Data(bytes))
    }

    /// Red, green and blue of a cell: neighbours differ much.
    static func color(_ column: Int, _ row: Int) -> [UInt8] {
        [
            UInt8((column * 67 + 20) % 216 + 20), UInt8((row * 83 + 40) % 216 + 20),
            UInt8((column * 41 + row * 59) % 216 + 20),
        ]
    }

    /// A JPEG of it that is stored turned, so that it is shown as it is here.
    func jpeg(_ orientation: Orientation, keepsColors: Bool = true) throws -> [UInt8] {
        let stored = EditRecipe(turn: orientation.inverse).rendered(frame)
        let bytes = try PictureEncoder(stored, hasAlpha: false).encode(as: .jpeg, quality: 95, keepsColors: keepsColors)
        return try ExifWriter.inserting(ExifFields(orientation: orientation), into: bytes, .jpeg)
    }

    /// Checks that `result` shows the box of this picture, turned. Looks at the middles of cells alone, where neighbours do not
    /// blur.
    func check(_ result: PixelFrame, shows box: PixelRect, turned quarters: Int, mirrored: Bool, _ comment: Comment) {
        for row in 0..<box.height {
            for column in 0..<box.width {
                let (x, y) = (box.x + column, box.y + row)
                guard x % Self.cell == 8, y % Self.cell == 8 else { continue }
                // Clockwise: what was at (column, row) of a box w × h is at (h − 1 − row, column).
                var (at, down, width, height) = (column, row, box.width, box.height)
                for _ in 0..<quarters { (at, down, width, height) = (height - 1 - down, at, height, width) }
                if mirrored { at = width - 1 - at }
                let place = result.bytes.startIndex + down * result.bytesPerRow + at * 4
                let found = [result.bytes[place + 2], result.bytes[place + 1], result.bytes[place]]
                let wanted = Self.color(x / Self.cell, y / Self.cell)
                let isNear = zip(found, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 24 }
                #expect(isNear, "\(comment) at \(column), \(row): \(found), not \(wanted)")
                if !isNear { return }
            }
        }
    }
}

struct JPEGTransformTests {
    private let size = PixelSize(width: 100, height: 60)
    private let block = PixelSize(width: 16, height: 16)

    private func plan(_ box: PixelRect, _ orientation: Orientation, turn: Orientation = .up) -> JPEGTransform.Plan? {
        let crop = Crop(x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
        return JPEGTransform.plan(
            EditRecipe(crop: crop, turn: turn), stored: size, shownAs: orientation, block: block)
    }

    @Test func `A box that begins at a border of blocks is cut as it is`() {
        let box = PixelRect(x: 16, y: 32, width: 21, height: 9)
        #expect(plan(box, .up) == .init(operation: .up, box: box, orientation: .up))
        #expect(plan(PixelRect(x: 15, y: 32, width: 21, height: 9), .up) == nil)
        #expect(plan(PixelRect(x: 16, y: 33, width: 21, height: 9), .up) == nil)
    }

    @Test func `A picture of half blocks keeps its tag where turning would need whole ones`() {
        // Stored 100 × 60: neither side is whole. Turned by 90° the lower edge would come first.
        let plan = plan(PixelRect(x: 4, y: 16, width: 40, height: 20), .right)
        #expect(plan == .init(operation: .up, box: PixelRect(x: 16, y: 16, width: 20, height: 40), orientation: .right))
        // Without turning anything backwards it is upright in any case.
        #expect(self.plan(PixelRect(x: 16, y: 16, width: 20, height: 20), .leftMirrored)?.orientation == .up)
    }

    @Test func `Masks and straightening need new pixels`() {
        let circle = EditRecipe(crop: Crop(.circle, in: size))
        #expect(JPEGTransform.plan(circle, stored: size, shownAs: .up, block: block) == nil)
        #expect(JPEGTransform.plan(EditRecipe(straightening: 2), stored: size, shownAs: .up, block: block) == nil)
    }

    @Test func `Blocks are as large as the header says`() throws {
        let picture = LabelledPicture(size: PixelSize(width: 64, height: 64))
        for (keepsColors, side) in [(true, 8), (false, 16)] {
            let file = try JPEGFile(MemoryByteSource(picture.jpeg(.up, keepsColors: keepsColors)))
            let transform = try #require(JPEGTransform(file, size: picture.size))
            #expect(transform.blockSize == PixelSize(width: side, height: side))
        }
    }
}

/// The work itself, which a decoder does behind its wall.
@Suite(.timeLimit(.minutes(2))) struct TransformedPictureTests {
    private let bench: DecodingBench
    private let whole: PixelSize

    init() throws {
        bench = try DecodingBench()
        whole = PixelSize(width: 96, height: 64)
    }

    private func transform(
        _ bytes: [UInt8], _ recipe: EditRecipe, isProgressive: Bool = false, preview: PixelSize? = nil
    ) async throws -> (made: TransformedPicture, plan: JPEGTransform.Plan) {
        let path = try bench.folder.write(bytes, to: "source.jpg")
        let size = try OpenPicture(path).header.storedSize
        let transform = try #require(JPEGTransform(JPEGFile(MemoryByteSource(bytes)), size: size))
        let plan = try #require(transform.plan(recipe, shownAs: .up))
        let made = try await bench.decoder.transformed(
            path, as: plan, isProgressive: isProgressive, previewSize: preview)
        return (made, plan)
    }

    @Test func `Pixels are moved, and never coded anew`() async throws {
        let bytes = try LabelledPicture(size: whole).jpeg(.up)
        let crop = EditRecipe(crop: Crop(x: 16, y: 8, width: 40, height: 30))
        let (cut, plan) = try await transform(bytes, crop, preview: PixelSize(width: 20, height: 20))
        let all = try JPEGDecoder(MediaPath("whole")).decode(bytes, covering: whole)
        let part = try JPEGDecoder(MediaPath("part")).decode(cut.bytes, covering: plan.box.size)
        for row in 0..<30 {
            let from = ((row + 8) * 96 + 16) * 4
            #expect(part.pixels[(row * 160)..<(row * 160 + 160)] == all.pixels[from..<(from + 160)])
        }
        #expect(cut.preview?.size == PixelSize(width: 20, height: 15))
        // A quarter turn and its reverse give the very same bytes.
        let turned = try await transform(bytes, EditRecipe(turn: .right)).made.bytes
        let again = try await transform(turned, EditRecipe(turn: .left)).made.bytes
        let (plain, _) = try await transform(again, EditRecipe(turn: .down))
        let back = try await transform(plain.bytes, EditRecipe(turn: .down)).made.bytes
        #expect(again == back && again != turned)
        #expect(try await bench.decoder.protection().place == .workers && bench.decoder.pool.idleCount > 0)
    }

    @Test func `What is read from coarse to fine stays so`() async throws {
        let bytes = try LabelledPicture(size: PixelSize(width: 64, height: 64)).jpeg(.up)
        for isProgressive in [true, false] {
            let made = try await transform(bytes, EditRecipe(turn: .down), isProgressive: isProgressive).made.bytes
            #expect(try JPEGFile(MemoryByteSource(made)).isProgressive == isProgressive)
        }
    }

    @Test func `A plan that does not fit the picture is refused, and costs no worker`() async throws {
        let path = try bench.folder.write(LabelledPicture(size: whole).jpeg(.up), to: "source.jpg")
        for box in [PixelRect(x: 4, y: 0, width: 8, height: 8), PixelRect(x: 8, y: 0, width: 400, height: 8)] {
            let plan = JPEGTransform.Plan(operation: .up, box: box, orientation: .up)
            await #expect {
                try await bench.decoder.transformed(path, as: plan, isProgressive: false, previewSize: nil)
            } throws: { ($0 as? LibraryError)?.code == .unsupportedFormat }
        }
        #expect(bench.decoder.pool.idleCount == 1)
        try bench.quad("a.png")
        let plan = JPEGTransform.Plan(
            operation: .up, box: PixelRect(x: 0, y: 0, width: 8, height: 8), orientation: .up)
        await #expect(throws: LibraryError.self) {
            try await bench.decoder.transformed(
                bench.folder.path("a.png"), as: plan, isProgressive: false, previewSize: nil)
        }
    }

    @Test func `Damaged JPEGs are transformed or refused`() async throws {
        let good = try LabelledPicture(size: whole).jpeg(.up)
        var random = SeededGenerator(seed: 11)
        var made = 0
        let plan = JPEGTransform.Plan(
            operation: .down, box: PixelRect(x: 16, y: 16, width: 64, height: 32), orientation: .up)
        for number in 0..<60 {
            let path = try bench.folder.write(random.damage(good), to: "damaged-\(number).jpg")
            do throws(LibraryError) {
                _ = try await bench.decoder.transformed(
                    path, as: plan, isProgressive: number % 2 == 0, previewSize: PixelSize(width: 16, height: 16))
                made += 1
            } catch { #expect(error.code != .internal, "\(number): \(error.message)") }
        }
        #expect((5..<60).contains(made), "\(made)")
    }
}
