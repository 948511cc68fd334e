import Filmstrip
import FilmstripLinux
import Foundation

/// A quarter of a 12 MP JPEG cut out along its blocks, beside decoding, cropping and encoding the same.
struct CropBenchmark {
    let workshop: Workshop

    func figures() async throws -> [Figure] {
        let picture = workshop.folder.appending(path: "large-picture.jpg")
        try Self.picture().write(to: picture)
        let exporter = MediaExporter(jobs: 1)
        let box = Crop(x: 1008, y: 752, width: 2016, height: 1504)
        let askew = Crop(x: 1009, y: 753, width: 2016, height: 1504)
        var times = (cut: Duration.seconds(1000), coded: Duration.seconds(1000))
        for round in 0..<3 {
            for (crop, isLossless) in [(box, true), (askew, false)] {
                let output = MediaPath(workshop.folder.appending(path: "crop-\(round)-\(isLossless).jpg").path)
                let time = try await workshop.time {
                    let made = try await exporter.export(
                        MediaPath(picture.path), exactlyTo: output, as: ExportRecipe(edit: EditRecipe(crop: crop)))
                    guard made.isLossless == isLossless else {
                        throw Workshop.Missing(description: "a crop that is lossless when it should be")
                    }
                }
                if isLossless { times.cut = min(times.cut, time) } else { times.coded = min(times.coded, time) }
            }
        }
        return [
            .fasterThan(
                "lossless crop of 12 MP", times.cut, times.coded, against: "decode, crop, encode", atLeast: 1)
        ]
    }

    /// Colours that change slowly, with some noise from a seed, as photos have.
    private static func picture() throws -> Data {
        let size = PixelSize(width: 4032, height: 3008)
        var bytes = [UInt8](repeating: 0, count: size.pixelCount * 3)
        var state: UInt32 = 2_463_534_242
        for place in 0..<size.pixelCount {
            let (x, y) = (place % size.width, place / size.width)
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            bytes[place * 3] = UInt8((x / 16 + Int(state & 15)) & 255)
            bytes[place * 3 + 1] = UInt8((y / 12 + Int(state >> 8 & 15)) & 255)
            bytes[place * 3 + 2] = UInt8(((x + y) / 28 + Int(state >> 16 & 15)) & 255)
        }
        return try JPEGEncoder.encode(rgb: bytes, size: size, quality: 90)
    }
}
