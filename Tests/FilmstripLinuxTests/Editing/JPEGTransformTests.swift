import CTurboJPEG
import Filmstrip
import FilmstripFormats
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

    @Test func `What is no JPEG is not transformed`() {
        #expect(JPEGTransform(Array("no picture".utf8), isProgressive: false) == nil)
    }

    @Test func `Pixels are moved, and never coded anew`() throws {
        let picture = LabelledPicture(size: PixelSize(width: 96, height: 64))
        let bytes = try picture.jpeg(.up)
        let transform = try #require(JPEGTransform(bytes, isProgressive: false))
        let plan = try #require(
            transform.plan(EditRecipe(crop: Crop(x: 16, y: 8, width: 40, height: 30)), shownAs: .up))
        let cut = try transform.run(plan)
        let whole = try JPEGDecoder(MediaPath("whole")).decode(bytes, covering: picture.size)
        let part = try JPEGDecoder(MediaPath("part")).decode(cut, covering: plan.box.size)
        for row in 0..<30 {
            let from = ((row + 8) * 96 + 16) * 4
            #expect(part.pixels[(row * 160)..<(row * 160 + 160)] == whole.pixels[from..<(from + 160)])
        }
        // A quarter turn and its reverse give the very same bytes.
        let turned = try transform.run(#require(transform.plan(EditRecipe(turn: .right), shownAs: .up)))
        let back = try #require(JPEGTransform(turned, isProgressive: false))
        let again = try back.run(#require(back.plan(EditRecipe(turn: .left), shownAs: .up)))
        let plain = try transform.run(.init(operation: .up, box: PixelRect(picture.size), orientation: .up))
        #expect(again == plain)
    }

    @Test func `What is read from coarse to fine stays so`() throws {
        let bytes = try LabelledPicture(size: PixelSize(width: 64, height: 64)).jpeg(.up)
        for isProgressive in [true, false] {
            let transform = try #require(JPEGTransform(bytes, isProgressive: isProgressive))
            let made = try transform.run(#require(transform.plan(EditRecipe(turn: .down), shownAs: .up)))
            #expect(try JPEGFile(MemoryByteSource(made)).isProgressive == isProgressive)
        }
    }
}
