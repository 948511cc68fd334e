import Filmstrip
import Foundation

/// Moments as text, in the form of RFC 3339, with the zone of the place where they were taken. A floating time has none.
enum MomentFormat {
    static func text(_ date: MediaDate) -> String {
        text(date.instant, offset: date.offsetFromUTC)
    }

    /// - Parameter offset: seconds east of UTC; nil writes the time as it is in UTC, without a zone.
    static func text(_ instant: Date, offset: Int?) -> String {
        let milliseconds = Int64((instant.timeIntervalSince1970 * 1000).rounded()) + Int64(offset ?? 0) * 1000
        let (days, inDay) = milliseconds.floorDivided(by: 86_400_000)
        let (year, month, day) = CivilDay.date(days: Int(days))
        let seconds = inDay / 1000
        var text =
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            + "T\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        if inDay % 1000 != 0 { text += ".\(padded(inDay % 1000, 3))" }
        guard let offset else { return text }
        if offset == 0 { return text + "Z" }
        let minutes = abs(offset) / 60
        return text + "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    /// Reads a day, or a day and time, or those with a zone. Without a zone it counts as UTC.
    static func parse(_ text: String) -> Date? {
        let pattern = #/(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d)?)?/#
        guard let match = text.wholeMatch(of: pattern)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            (1...12).contains(month), day >= 1, day <= CivilDay.length(ofMonth: month, year: year)
        else { return nil }
        let hour = match.4.flatMap { Int($0) } ?? 0
        let minute = match.5.flatMap { Int($0) } ?? 0
        let second = match.6.flatMap { Int($0) } ?? 0
        guard hour < 24, minute < 60, second < 60 else { return nil }
        let seconds = CivilDay.days(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds - (match.7.map { offset(String($0)) } ?? 0)))
    }

    private static func offset(_ zone: String) -> Int {
        guard zone != "Z" else { return 0 }
        let numbers = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
        return (zone.hasPrefix("-") ? -1 : 1) * (numbers[0] * 3600 + numbers[1] * 60)
    }

    private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Days of the Gregorian calendar as numbers since 1970-01-01, without a time zone.
enum CivilDay {
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, inEra) = Int64(year).floorDivided(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = Int(inEra) * 365 + Int(inEra) / 4 - Int(inEra) / 100 + dayOfYear
        return Int(era) * 146_097 + dayOfEra - 719_468
    }

    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, rest) = Int64(days + 719_468).floorDivided(by: 146_097)
        let dayOfEra = Int(rest)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? days(year: year + 1, month: 1, day: 1) : days(year: year, month: month + 1, day: 1)
        return next - days(year: year, month: month, day: 1)
    }
}

extension Int64 {
    /// Quotient and remainder, the remainder never negative.
    fileprivate func floorDivided(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
