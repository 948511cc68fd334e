import Filmstrip
import Foundation

/// What a file's name tells where the file itself does not.
enum FileNameHints {
    /// The date in names such as `IMG_20240506_070809.jpg`, `PXL_20240506_070809123.jpg`,
    /// `Screenshot from 2024-05-06 07-08-09.png`, `2024-05-06 07.08.09.jpg` and `IMG-20240506-WA0001.jpg`. Without a
    /// zone, and at midnight when there is only a day.
    static func date(_ name: String) -> MediaDate? {
        let bytes = Array(lastPart(name).utf8)
        var index = 0
        while index + 8 <= bytes.count {
            // Digits inside of a longer number are no date.
            if isDigit(bytes[index]), index == 0 || !isDigit(bytes[index - 1]),
                let written = date(Array(bytes[index...]))
            {
                return written.date(.fileName)
            }
            index += 1
        }
        return nil
    }

    /// What the name says about the kind of picture.
    static func subtypes(_ name: String, _ contentType: ContentType) -> AssetSubtypes {
        // Bytes and not characters: this runs for every file of a library.
        let name = lastPart(name).utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
        var subtypes: AssetSubtypes = []
        for kind in contentType.isVideo ? movieKinds : pictureKinds
        where kind.words.contains(where: { holds(name, $0) }) {
            subtypes.insert(kind.subtype)
        }
        if !contentType.isVideo, name.starts(with: "pano_".utf8) { subtypes.insert(.panorama) }
        return subtypes
    }

    /// A kind of picture or movie, and words in small letters that name it.
    private struct Kind {
        let subtype: AssetSubtypes
        let words: [[UInt8]]

        init(_ subtype: AssetSubtypes, _ words: String...) {
            self.subtype = subtype
            self.words = words.map { Array($0.utf8) }
        }
    }

    private static let movieKinds = [
        Kind(.slowMotion, "slow-mo", "slowmo", "slow_motion"),
        Kind(.timeLapse, "timelapse", "time-lapse", "time_lapse", "hyperlapse"),
    ]

    private static let pictureKinds = [
        Kind(
            .screenshot, "screenshot", "screen shot", "screen_shot", "bildschirmfoto", "capture d’écran",
            "capture d'écran", "captura de pantalla", "captura de tela", "schermata ", "截屏", "截圖", "屏幕截图",
            "螢幕截圖", "スクリーンショット", "스크린샷"),
        Kind(.burst, "_burst", "-burst"), Kind(.selfie, "selfie"), Kind(.panorama, ".pano."),
    ]

    private static func holds(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        guard bytes.count >= word.count else { return false }
        for start in 0...(bytes.count - word.count) where bytes[start] == word[0] {
            var index = 1
            while index < word.count, bytes[start + index] == word[index] { index += 1 }
            if index == word.count { return true }
        }
        return false
    }

    private static func lastPart(_ name: String) -> Substring {
        name.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// A date at the start of the bytes.
    private static func date(_ bytes: [UInt8]) -> WrittenDate? {
        var scanner = DigitScanner(bytes)
        guard let year = scanner.digits(4...4), (1900...2100).contains(year) else { return nil }
        let isSpaced = scanner.skipSeparator() || scanner.skip(95)
        guard let month = scanner.digits(2...2), !isSpaced || scanner.skipSeparator() || scanner.skip(95),
            let day = scanner.digits(2...2)
        else { return nil }
        if let time = time(after: scanner) {
            return WrittenDate(
                year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second,
                fraction: time.fraction)
        }
        // Eight digits that go on are a serial number.
        guard scanner.next.map({ !isDigit($0) }) ?? true else { return nil }
        return WrittenDate(year: year, month: month, day: day)
    }

    private static func time(
        after scanner: DigitScanner
    ) -> (hour: Int, minute: Int, second: Int, fraction: Double)? {
        var scanner = scanner
        if scanner.next.map(isDigit) != true {
            // "2024-05-06 at 07.08.09", "2024-05-06_07-08-09", "20240506T070809"
            var gap = 0
            while let byte = scanner.next, !isDigit(byte), gap < 4 {
                if !(byte == 32 || byte == 45 || byte == 95 || byte == 46 || byte == 44 || byte == 84 || byte == 97
                    || byte == 116)
                {
                    return nil
                }
                _ = scanner.skip(byte)
                gap += 1
            }
        }
        guard let hour = scanner.digits(2...2), hour < 24 else { return nil }
        _ = scanner.skipSeparator() || scanner.skip(95)
        guard let minute = scanner.digits(2...2), minute < 60 else { return nil }
        _ = scanner.skipSeparator() || scanner.skip(95)
        guard let second = scanner.digits(2...2), second < 60 else { return nil }
        // Pixel phones write milliseconds right behind.
        if let milliseconds = scanner.digits(3...3), scanner.next.map(isDigit) != true {
            return (hour, minute, second, Double(milliseconds) / 1000)
        }
        return (hour, minute, second, 0)
    }
}
