package import Filmstrip
import Foundation

/// What we write about a picture that we made. Fields that are nil are not written.
package struct ExifFields: Sendable, Hashable {
    package var make: String?
    /// The camera's name.
    package var model: String?
    package var software: String?
    package var lensModel: String?
    package var description: String?
    package var comment: String?
    package var orientation: Orientation
    /// Written as the clock at the place showed it, with the zone where it is known.
    package var date: MediaDate?
    package var place: Place?
    /// As stored, before turning.
    package var size: PixelSize?
    /// Binds a still to its movie: goes into a maker note of Apple's form, which needs `make` to be "Apple" for readers
    /// that look there first.
    package var contentIdentifier: String?
    /// How the picture was exposed.
    package var exposure: Exposure?
    /// The picture as a small JPEG, turned as the picture is: EXIF 2.32 has it 160 pixels wide. It is written without its
    /// application segments and comments, which the standard forbids there.
    package var thumbnail: [UInt8]?

    /// How a picture was exposed (EXIF 2.32, tags 0x829A, 0x829D, 0x8827, 0x920A).
    package struct Exposure: Sendable, Hashable {
        /// The exposure lasted one second divided by so much, from 1.
        package var fraction: Int
        /// The aperture's number; written to the hundredth.
        package var aperture: Double
        /// The sensitivity, 1 to 65,535.
        package var sensitivity: Int
        /// Millimetres; written to the hundredth.
        package var focalLength: Double

        package init(fraction: Int, aperture: Double, sensitivity: Int, focalLength: Double) {
            self.fraction = fraction
            self.aperture = aperture
            self.sensitivity = sensitivity
            self.focalLength = focalLength
        }
    }

    package init(
        make: String? = nil, model: String? = nil, software: String? = "Filmstrip", lensModel: String? = nil,
        description: String? = nil, comment: String? = nil, orientation: Orientation = .up, date: MediaDate? = nil,
        place: Place? = nil, size: PixelSize? = nil, contentIdentifier: String? = nil, exposure: Exposure? = nil,
        thumbnail: [UInt8]? = nil
    ) {
        self.make = make
        self.model = model
        self.software = software
        self.lensModel = lensModel
        self.description = description
        self.comment = comment
        self.orientation = orientation
        self.date = date
        self.place = place
        self.size = size
        self.contentIdentifier = contentIdentifier
        self.exposure = exposure
        self.thumbnail = thumbnail
    }

    /// The fields as a TIFF block (EXIF 2.32): what stands in JPEG's APP1 behind `Exif\0\0`, in PNG's eXIf, in WebP's
    /// EXIF chunk, and what libheif takes.
    package var tiffBlock: [UInt8] {
        TIFFWriter.block(first: firstTags, exif: exifTags, gps: gpsTags, thumbnail: thumbnail.map(Self.bare))
    }

    /// A JPEG without application segments and comments.
    private static func bare(_ jpeg: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(jpeg.count)
        var place = 0
        var segments = JPEGSegments(ByteReader(MemoryByteSource(jpeg)).region)
        while let segment = segments.next() {
            guard (0xE0...0xEF).contains(segment.marker) || segment.marker == 0xFE else { continue }
            result += jpeg[place..<Int(segment.start)]
            place = Int(segment.payload.range.upperBound)
        }
        return result + jpeg[place...]
    }

    /// The same as the content of a HEIF item of type `Exif`, which begins with the offset of the block.
    package var heifItem: [UInt8] { [0, 0, 0, 0] + tiffBlock }

    private var firstTags: [TIFFWriter.Tag] {
        var tags: [TIFFWriter.Tag?] = [
            description.map { .text(0x010E, $0) }, make.map { .text(0x010F, $0) }, model.map { .text(0x0110, $0) },
            .short(0x0112, orientation.rawValue), .rationals(0x011A, [(72, 1)]), .rationals(0x011B, [(72, 1)]),
            .short(0x0128, 2), software.map { .text(0x0131, $0) }, .short(0x0213, 1),
        ]
        if let date { tags.append(.text(0x0132, WrittenDate.exifText(date))) }
        return tags.compactMap { $0 }
    }

    private var exifTags: [TIFFWriter.Tag] {
        var tags: [TIFFWriter.Tag] = [
            .bytes(0x9000, Array("0232".utf8)), .bytes(0x9101, [1, 2, 3, 0]), .bytes(0xA000, Array("0100".utf8)),
            .short(0xA001, 1),
        ]
        if let date {
            for tag: UInt16 in [0x9003, 0x9004] { tags.append(.text(tag, WrittenDate.exifText(date))) }
            for tag: UInt16 in [0x9290, 0x9291, 0x9292] {
                tags.append(.text(tag, WrittenDate.fractionText(date)))
            }
            if let offset = date.offsetFromUTC {
                for tag: UInt16 in [0x9010, 0x9011, 0x9012] {
                    tags.append(.text(tag, WrittenDate.offsetText(offset, separator: ":")))
                }
            }
        }
        if let size { tags += [.long(0xA002, size.width), .long(0xA003, size.height)] }
        if let exposure {
            tags += [
                .rationals(0x829A, [(1, exposure.fraction)]),
                .rationals(0x829D, [(Int((exposure.aperture * 100).rounded()), 100)]),
                .short(0x8827, exposure.sensitivity),
                .rationals(0x920A, [(Int((exposure.focalLength * 100).rounded()), 100)]),
            ]
        }
        if let lensModel { tags.append(.text(0xA434, lensModel)) }
        if let comment { tags.append(.bytes(0x9286, ExifFields.commentBytes(comment))) }
        if let contentIdentifier { tags.append(.bytes(0x927C, Self.appleNote(contentIdentifier))) }
        return tags
    }

    private var gpsTags: [TIFFWriter.Tag] {
        guard let place else { return [] }
        var tags: [TIFFWriter.Tag] = [
            TIFFWriter.Tag(tag: 0, type: .byte, count: 4, value: [2, 3, 0, 0]),
            .text(1, place.latitude < 0 ? "S" : "N"), .rationals(2, Self.degrees(place.latitude)),
            .text(3, place.longitude < 0 ? "W" : "E"), .rationals(4, Self.degrees(place.longitude)),
            .text(0x12, "WGS-84"),
        ]
        if let altitude = place.altitude {
            tags.append(TIFFWriter.Tag(tag: 5, type: .byte, count: 1, value: [altitude < 0 ? 1 : 0]))
            tags.append(.rationals(6, [(Int((min(abs(altitude), 4e6) * 1000).rounded()), 1000)]))
        }
        return tags
    }

    /// Degrees, minutes and seconds to the ten-thousandth: three millimetres.
    private static func degrees(_ value: Double) -> [(Int, Int)] {
        let units = Int((abs(value) * 36_000_000).rounded())
        return [(units / 36_000_000, 1), (units / 600_000 % 60, 1), (units % 600_000, 10_000)]
    }

    private static func commentBytes(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 128 }) { return Array("ASCII\0\0\0".utf8) + Array(text.utf8) }
        return Array("UNICODE\0".utf8) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// Apple's maker note with the content identifier (0x0011) alone: a directory at 14, offsets from the note's start.
    private static func appleNote(_ identifier: String) -> [UInt8] {
        let header = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]
        return header + TIFFWriter.directory([.text(0x0011, identifier)], at: header.count, next: 0)
    }
}

extension WrittenDate {
    /// `2024:05:06 07:08:09`, as the clock at the place showed it.
    static func exifText(_ date: MediaDate) -> String {
        let fields = fields(date)
        return String(
            format: "%04d:%02d:%02d %02d:%02d:%02d", fields.year, fields.month, fields.day, fields.hour, fields.minute,
            fields.second)
    }

    /// `2024-05-06T07:08:09+0200`, as Apple writes it into movies, with milliseconds where there are some: without them, movies
    /// would be older than the photos of the same second. A floating time gets `Z`.
    static func quickTimeText(_ date: MediaDate) -> String {
        let fields = fields(date)
        let fraction = fractionText(date)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d", fields.year, fields.month, fields.day, fields.hour, fields.minute,
            fields.second) + (fraction == "000" ? "" : ".\(fraction)")
            + (date.offsetFromUTC.map { offsetText($0, separator: "") } ?? "Z")
    }

    /// Milliseconds, three digits.
    static func fractionText(_ date: MediaDate) -> String {
        String(format: "%03d", milliseconds(date) - secondsBelow(milliseconds(date)) * 1000)
    }

    static func offsetText(_ offset: Int, separator: String) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + String(format: "%02d", minutes / 60) + separator
            + String(format: "%02d", minutes % 60)
    }

    private static func milliseconds(_ date: MediaDate) -> Int {
        let local = date.instant.timeIntervalSince1970 + Double(date.offsetFromUTC ?? 0)
        // Years 1 to 9999: what four digits can hold.
        return Int((max(-62_135_596_800, min(local, 253_402_300_799)) * 1000).rounded())
    }

    private static func secondsBelow(_ milliseconds: Int) -> Int {
        milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
    }

    /// The calendar's fields of what the clock at the place showed.
    private static func fields(
        _ date: MediaDate
    ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let seconds = secondsBelow(milliseconds(date))
        let days = (seconds >= 0 ? seconds : seconds - 86399) / 86400
        let second = seconds - days * 86400
        // The reverse of counting days from March of year 0.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
            second / 3600, second / 60 % 60, second % 60
        )
    }
}
