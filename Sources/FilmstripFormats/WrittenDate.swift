import Filmstrip
import Foundation

/// A date as somebody wrote it: the hands of a clock, and perhaps how far that clock was from UTC.
struct WrittenDate: Equatable {
    /// Seconds from 1970 to what the clock showed, as if it had shown UTC.
    var clock: Double
    /// Seconds east of UTC.
    var offset: Int?

    /// A date from its fields, or nil when they are no date: cameras whose clock was never set write zeros or blanks,
    /// and the first second of 1970 or 1904 is a zero, too.
    init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, fraction: Double = 0,
        offset: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...24).contains(hour), (0...59).contains(minute),
            (0...60).contains(second), day >= 1, day <= CivilDay.length(ofMonth: month, year: year)
        else { return nil }
        // 24:00:00 and leap seconds are legal and rare; they are the second before.
        let clock =
            CivilDay.days(year: year, month: month, day: day) * 86400 + min(hour * 3600 + minute * 60 + second, 86399)
        guard clock != 0, clock != -2_082_844_800 else { return nil }
        self.clock = Double(clock) + fraction
        self.offset = offset
    }

    /// The moment; without an offset as if the clock had shown UTC.
    func date(_ source: MediaDate.Source) -> MediaDate {
        MediaDate(
            instant: Date(timeIntervalSince1970: clock - Double(offset ?? 0)), offsetFromUTC: offset, source: source)
    }
}

extension WrittenDate {
    /// Reads `2024:05:06 07:08:09` of EXIF and its many variations, ISO 8601 with and without fraction and zone, and
    /// a day alone. Blank, zero and impossible dates give nil.
    init?(_ text: some Sequence<UInt8>) {
        var scanner = DigitScanner(text)
        scanner.skipBlanks()
        guard let year = scanner.digits(4...4), scanner.skipSeparator(), let month = scanner.digits(1...2),
            scanner.skipSeparator(), let day = scanner.digits(1...2)
        else { return nil }
        var (hour, minute, second, fraction) = (0, 0, 0, 0.0)
        var offset: Int?
        var time = scanner
        time.skipTimeMark()
        if let found = time.digits(1...2), time.skipSeparator(), let minutes = time.digits(1...2) {
            hour = found
            minute = minutes
            var rest = time
            if rest.skipSeparator(), let seconds = rest.digits(1...2) {
                second = seconds
                time = rest
            }
            fraction = time.fraction()
            offset = time.zone()
        }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, fraction: fraction,
            offset: offset)
    }

    /// Reads `+09:00`, `-0500` or `Z`.
    static func offset(_ text: some Sequence<UInt8>) -> Int? {
        var scanner = DigitScanner(text)
        scanner.skipBlanks()
        return scanner.zone()
    }
}

/// Looks at bytes one after the other.
struct DigitScanner {
    private let bytes: [UInt8]
    private(set) var index = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// A number of as many digits as there are, but within limits.
    mutating func digits(_ lengths: ClosedRange<Int>) -> Int? {
        var (value, length) = (0, 0)
        while length < lengths.upperBound, let byte = next, (48...57).contains(byte) {
            value = value * 10 + Int(byte - 48)
            length += 1
            index += 1
        }
        return length >= lengths.lowerBound ? value : nil
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func skipBlanks() {
        while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 || byte == 0 { index += 1 }
    }

    /// One of `: - / .` or a blank that stands for one of them.
    mutating func skipSeparator() -> Bool {
        guard let byte = next, byte == 58 || byte == 45 || byte == 47 || byte == 46 || byte == 32 else { return false }
        index += 1
        return true
    }

    mutating func skipTimeMark() {
        while let byte = next, byte == 32 || byte == 84 || byte == 116 || byte == 58 { index += 1 }
    }

    /// What follows a decimal point, below 1.
    mutating func fraction() -> Double {
        var ahead = self
        guard ahead.skip(46) || ahead.skip(44), let first = ahead.next, (48...57).contains(first) else { return 0 }
        var (value, scale) = (0.0, 0.1)
        while let byte = ahead.next, (48...57).contains(byte) {
            value += Double(byte - 48) * scale
            scale /= 10
            ahead.index += 1
        }
        self = ahead
        return min(value, 0.999_999_999)
    }

    /// Seconds east of UTC.
    mutating func zone() -> Int? {
        skipBlanks()
        if skip(90) || skip(122) { return 0 }
        let isWest = next == 45
        guard isWest || next == 43 else { return nil }
        index += 1
        guard let hours = digits(1...2) else { return nil }
        _ = skip(58)
        let minutes = digits(2...2) ?? 0
        guard hours <= 15, minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
