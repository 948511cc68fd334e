import Filmstrip
import Foundation

/// Moments as text, in the form of RFC 3339, with the zone of the place where they were taken. A floating time has none.
/// A moment outside the years 0 to 9999 is written as the nearest in them.
enum MomentFormat {
    static func text(_ date: MediaDate) -> String {
        text(date.instant, offset: date.offsetFromUTC)
    }

    /// - Parameter offset: seconds east of UTC; nil writes the time as it is in UTC, without a zone.
    static func text(_ instant: Date, offset: Int?) -> String {
        let milliseconds = CivilDay.milliseconds(instant, offset: offset ?? 0)
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
