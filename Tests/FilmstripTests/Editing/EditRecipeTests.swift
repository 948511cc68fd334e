import Filmstrip
import FilmstripTesting
import Foundation
import Testing

struct EditRecipeTests {
    private let size = PixelSize(width: 40, height: 24)

    /// A picture of which each pixel tells its own place.
    private func labelled(_ size: PixelSize) -> PixelFrame {
        var bytes: [UInt8] = []
        for y in 0..<size.height { for x in 0..<size.width { bytes += [UInt8(x), UInt8(y), UInt8(x ^ y), 255] } }
        return PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: Data(bytes))
    }

    private func label(_ frame: PixelFrame, _ x: Int, _ y: Int) -> (x: Int, y: Int) {
        let place = frame.bytes.startIndex + y * frame.bytesPerRow + x * 4
        return (Int(frame.bytes[place]), Int(frame.bytes[place + 1]))
    }

    @Test func `Nothing asked is nothing done`() {
        #expect(EditRecipe().changesNothing(in: size))
        #expect(EditRecipe(crop: Crop(.free, in: size)).changesNothing(in: size))
        #expect(EditRecipe().rendered(labelled(size)).bytes == labelled(size).bytes)
        #expect(!EditRecipe(turn: .right).changesNothing(in: size))
        #expect(!EditRecipe(straightening: 1).changesNothing(in: size))
        #expect(
            !EditRecipe(crop: Crop(.circle, in: PixelSize(width: 9, height: 9))).changesNothing(
                in: PixelSize(width: 9, height: 9)))
    }

    @Test(arguments: Orientation.allCases)
    func `Any box, turned any way, shows the part that was framed`(turn: Orientation) {
        var random = SeededGenerator(seed: UInt64(turn.rawValue))
        let picture = labelled(size)
        for _ in 0..<200 {
            let width = Int.random(in: 1...size.width, using: &random)
            let height = Int.random(in: 1...size.height, using: &random)
            let x = Int.random(in: 0...(size.width - width), using: &random)
            let y = Int.random(in: 0...(size.height - height), using: &random)
            let recipe = EditRecipe(
                crop: Crop(x: Double(x), y: Double(y), width: Double(width), height: Double(height)), turn: turn)
            let result = recipe.rendered(picture)
            let turned = turn.rawValue >= 5
            #expect(result.size == PixelSize(width: turned ? height : width, height: turned ? width : height))
            #expect(result.size == recipe.resultSize(in: size))
            // By EXIF's own wording: where the first row and the first column of the cut-out are seen.
            let (right, bottom) = (result.size.width - 1, result.size.height - 1)
            let corner: [Orientation: (Int, Int)] = [
                .up: (0, 0), .upMirrored: (right, 0), .down: (right, bottom), .downMirrored: (0, bottom),
                .leftMirrored: (0, 0), .right: (right, 0), .rightMirrored: (right, bottom), .left: (0, bottom),
            ]
            let first = corner[turn] ?? (0, 0)
            #expect(label(result, first.0, first.1) == (x, y))
            #expect(label(result, right - first.0, bottom - first.1) == (x + width - 1, y + height - 1))
        }
    }

    @Test func `Quarter turns and mirrors add up to what the eye expects`() {
        var recipe = EditRecipe()
        for _ in 0..<4 { recipe.turnClockwise() }
        #expect(recipe.turn == .up)
        recipe.turnClockwise()
        recipe.mirror()
        // What was top left is top right after the turn, and top left again in the mirror.
        let result = recipe.rendered(labelled(size))
        #expect(label(result, 0, 0) == (0, 0) && label(result, 0, 39) == (39, 0))
        recipe.mirror()
        #expect(recipe.turn == .right)
    }

    @Test func `Rows with gaps between them are read right`() {
        let picture = labelled(size)
        var bytes = Data()
        for row in 0..<size.height {
            bytes += picture.bytes[(row * 160)..<((row + 1) * 160)] + Data(repeating: 99, count: 12)
        }
        let padded = PixelFrame(size: size, bytesPerRow: 172, bytes: bytes)
        #expect(EditRecipe(turn: .left).rendered(padded).bytes == EditRecipe(turn: .left).rendered(picture).bytes)
        let box = PixelSize(width: 10, height: 10)
        #expect(padded.scaled(toFit: box).bytes == picture.scaled(toFit: box).bytes)
    }

    @Test(arguments: [-45.0, -7, -0.5, 0.5, 12, 45, 90, .nan])
    func `A straightened picture has no empty corner, and loses as little as it must`(degrees: Double) {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let size = PixelSize(
                width: Int.random(in: 20...400, using: &random), height: Int.random(in: 20...400, using: &random))
            let shape: Crop.Shape =
                [.free, .square, .ratio(width: 16, height: 9)].randomElement(using: &random) ?? .free
            let recipe = EditRecipe(
                crop: Crop(shape, in: size).scaled(by: Double.random(in: 0.2...1, using: &random), in: size)
                    .moved(x: Double.random(in: -90...90, using: &random), y: 3, in: size), straightening: degrees)
            let settled = recipe.settled(in: size)
            guard let crop = settled.crop, recipe.straightening != 0 else { continue }
            let (sine, cosine) = (sin(-recipe.straightening * .pi / 180), cos(-recipe.straightening * .pi / 180))
            var closest = Double.infinity
            for (x, y) in [
                (crop.x, crop.y), (crop.x + crop.width, crop.y), (crop.x, crop.y + crop.height),
                (crop.x + crop.width, crop.y + crop.height),
            ] {
                let (across, down) = (x - Double(size.width) / 2, y - Double(size.height) / 2)
                let from = (
                    x: Double(size.width) / 2 + cosine * across - sine * down,
                    y: Double(size.height) / 2 + sine * across + cosine * down
                )
                for room in [from.x, from.y, Double(size.width) - from.x, Double(size.height) - from.y] {
                    #expect(room > -1e-6)
                    closest = min(closest, room)
                }
            }
            // Either it touches the edge, or it is as large as it was.
            #expect(closest < 1e-6 || abs(crop.width - (recipe.crop?.width ?? 0)) < 1e-6)
            if let aspect = shape.aspect { #expect(abs(crop.width / crop.height - aspect) < 1e-6) }
        }
    }

    @Test func `Straightening turns clockwise about the middle`() {
        // A bright bar on the right half of the middle row; turned by 45° it points down to the right.
        let size = PixelSize(width: 101, height: 101)
        var bytes = [UInt8](repeating: 0, count: size.pixelCount * 4)
        for x in 50..<101 { for y in 48...52 { bytes[(y * 101 + x) * 4] = 255 } }
        let frame = PixelFrame(size: size, bytesPerRow: 404, bytes: Data(bytes))
        let result = EditRecipe(crop: Crop(x: 26, y: 26, width: 49, height: 49), straightening: 45).rendered(frame)
        #expect(label(result, 39, 39).x > 200 && label(result, 39, 9).x < 50 && label(result, 9, 9).x < 50)
    }

    @Test func `A circle hides what lies outside of it`() {
        let size = PixelSize(width: 50, height: 30)
        let white = PixelFrame(size: size, bytesPerRow: 200, bytes: Data(repeating: 255, count: 6000))
        let result = EditRecipe(crop: Crop(.circle, in: size)).rendered(white)
        #expect(result.size == PixelSize(width: 30, height: 30))
        let alpha = { (x: Int, y: Int) in result.bytes[(y * 30 + x) * 4 + 3] }
        #expect(alpha(0, 0) == 0 && alpha(29, 29) == 0 && alpha(15, 15) == 255 && alpha(15, 1) == 255)
        // Multiplied with alpha, no colour is brighter than that.
        for place in stride(from: 0, to: result.bytes.count, by: 4) {
            #expect(result.bytes[place] <= result.bytes[place + 3])
        }
    }

    @Test func `Smaller pictures are means, and never larger`() {
        let picture = labelled(PixelSize(width: 40, height: 20))
        let small = picture.scaled(toFit: PixelSize(width: 10, height: 10))
        #expect(small.size == PixelSize(width: 10, height: 5))
        // The mean of columns 0 to 3 is 1.5.
        #expect((1...2).contains(label(small, 0, 0).x) && (37...38).contains(label(small, 9, 4).x))
        #expect(picture.scaled(toFit: PixelSize(width: 400, height: 400)).size == picture.size)
        let grey = PixelFrame(
            size: PixelSize(width: 7, height: 5), bytesPerRow: 28, bytes: Data(repeating: 77, count: 140))
        #expect(grey.scaled(toFit: PixelSize(width: 3, height: 3)).bytes.allSatisfy { $0 == 77 })
    }
}
