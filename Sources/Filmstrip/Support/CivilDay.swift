package import Foundation

/// Days of the Gregorian calendar as numbers since 1970-01-01, without a time zone.
package enum CivilDay {
    /// The milliseconds since 1970 of the years 0 to 9999, which are what RFC 3339 and a name's four digits can say.
    package static let tellableMilliseconds: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// The milliseconds since 1970 of a moment by a local clock. Files may claim any time: one outside the years 0 to 9999
    /// is told as the nearest in them.
    /// - Parameter offset: seconds east of UTC.
    package static func milliseconds(_ instant: Date, offset: Int = 0) -> Int64 {
        let range = tellableMilliseconds
        let exact = ((instant.timeIntervalSince1970 + Double(offset)) * 1000).rounded()
        return Int64(max(Double(range.lowerBound), min(Double(range.upperBound), exact)))
    }

    /// The number of a day; 0 is 1970-01-01. Calendar objects are a hundred times slower.
    package static func days(year: Int, month: Int, day: Int) -> Int {
        // Years that begin in March have their leap day last.
        let year = month <= 2 ? year - 1 : year
        let (era, inEra) = Int64(year).floorDivided(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = Int(inEra) * 365 + Int(inEra) / 4 - Int(inEra) / 100 + dayOfYear
        return Int(era) * 146_097 + dayOfEra - 719_468
    }

    /// The day of a number.
    package static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, rest) = Int64(days + 719_468).floorDivided(by: 146_097)
        let dayOfEra = Int(rest)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// How many days a month has.
    package static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? days(year: year + 1, month: 1, day: 1) : days(year: year, month: month + 1, day: 1)
        return next - days(year: year, month: month, day: 1)
    }
}

extension Int64 {
    /// Quotient and remainder, the remainder never negative.
    package func floorDivided(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
