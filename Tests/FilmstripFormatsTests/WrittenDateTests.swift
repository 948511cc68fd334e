import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripFormats

/// Seconds since 1970 by the calendar of the system, which is slow and right.
private func reference(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0)
    -> Double
{
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: parts)!.timeIntervalSince1970
}

struct WrittenDateTests {
    @Test(arguments: [
        "2024:05:06 07:08:09", "2024-05-06T07:08:09", "2024/05/06 07:08:09", "2024:05:06 07:08:09\0\0",
        "  2024.05.06 07.08.09", "2024-5-6 7:8:9", "2024-05-06 07:08:09Z", "2024:05:06:07:08:09",
    ])
    func `The same moment is read however it is written`(text: String) {
        #expect(WrittenDate(text.utf8)?.clock == reference(2024, 5, 6, 7, 8, 9))
    }

    @Test(arguments: [
        ("2024-05-06T07:08:09+0200", 7200), ("2024:05:06 07:08:09-05:30", -19800), ("2024:05:06 07:08:09Z", 0),
        ("2024-05-06T07:08:09.125+09", 32400),
    ])
    func `A zone behind the time is read`(text: String, offset: Int) {
        #expect(WrittenDate(text.utf8)?.offset == offset)
    }

    @Test func `A day alone is midnight, and minutes alone are enough`() {
        #expect(WrittenDate("2024-05-06".utf8)?.clock == reference(2024, 5, 6))
        #expect(WrittenDate("2024-05-06T07:08".utf8)?.clock == reference(2024, 5, 6, 7, 8))
        #expect(WrittenDate("2024-05-06T07:08+01:00".utf8)?.offset == 3600)
        #expect(WrittenDate("2024-05-06T07:08:09.5Z".utf8)?.clock == reference(2024, 5, 6, 7, 8, 9) + 0.5)
    }

    @Test(arguments: [
        "", "    :  :     :  :  ", "0000:00:00 00:00:00", "1970:01:01 00:00:00", "1904:01:01 00:00:00",
        "2024:13:01 00:00:00", "2024:02:30 00:00:00", "2024:05:06 25:00:00", "24:05:06", "not a date", "2024",
        "2024:05:06 07:61:00", "9999999999",
    ])
    func `C17 zeros, blanks and impossible dates are no date`(text: String) {
        // deckerst/aves #756, pulsejet/memories #539: such pictures landed in 1970 or 1904.
        #expect(WrittenDate(text.utf8) == nil)
    }

    @Test func `Days are counted as the calendar counts them`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let (year, month) = (Int.random(in: 1600...2400, using: &random), Int.random(in: 1...12, using: &random))
            let day = Int.random(in: 1...28, using: &random)
            let written = WrittenDate(year: year, month: month, day: day, hour: 1)
            #expect(written?.clock == reference(year, month, day, 1), "\(year)-\(month)-\(day)")
        }
        #expect(WrittenDate(year: 2024, month: 2, day: 29) != nil)
        #expect(WrittenDate(year: 1900, month: 2, day: 29) == nil)
        #expect(WrittenDate(year: 2000, month: 2, day: 29) != nil)
    }

    @Test func `What is written is what is read`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let date = MediaDate(
                instant: Date(
                    timeIntervalSince1970: Double(Int.random(in: -8_000_000_000...8_000_000_000, using: &random))),
                offsetFromUTC: Int.random(in: -56...56, using: &random) * 900, source: .exif)
            let text = WrittenDate.exifText(date) + WrittenDate.offsetText(date.offsetFromUTC ?? 0, separator: ":")
            #expect(WrittenDate(text.utf8)?.date(.exif) == date)
            #expect(WrittenDate(WrittenDate.quickTimeText(date).utf8)?.date(.exif) == date)
        }
    }

    @Test func `Fractions before 1970 do not slip into the next second`() {
        let date = MediaDate(instant: Date(timeIntervalSince1970: -0.25), offsetFromUTC: nil, source: .exif)
        #expect(WrittenDate.exifText(date) == "1969:12:31 23:59:59")
        #expect(WrittenDate.fractionText(date) == "750")
    }

    @Test func `A movie's date keeps its milliseconds, and has none where there are none`() {
        var date = MediaDate(
            instant: Date(timeIntervalSince1970: 1_719_828_030.705), offsetFromUTC: 7200, source: .container)
        #expect(WrittenDate.quickTimeText(date) == "2024-07-01T12:00:30.705+0200")
        date.instant = Date(timeIntervalSince1970: 1_719_828_030)
        #expect(WrittenDate.quickTimeText(date) == "2024-07-01T12:00:30+0200")
    }
}
