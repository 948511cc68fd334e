import Filmstrip
import Foundation
import Testing

@Suite struct TextsNamingTests {
    /// 2024-06-30.
    private let today = 19_904

    @Test(
        arguments: [
            (19_904, "Today", "今天"), (19_903, "Yesterday", "昨天"), (19_902, "June 28", "6月28日"),
            (19_905, "July 1", "7月1日"), (19_723, "January 1", "1月1日"),
            (19_722, "December 31, 2023", "2023年12月31日"), (0, "January 1, 1970", "1970年1月1日"),
            (-1, "December 31, 1969", "1969年12月31日"), (19_782, "February 29", "2月29日"),
        ])
    func `5.8 days have headings in the user's language`(_ day: Int, _ english: String, _ chinese: String) {
        #expect(Texts.english.heading(ofDay: day, today: today) == english)
        #expect(Texts.simplifiedChinese.heading(ofDay: day, today: today) == chinese)
        #expect(Texts.traditionalChinese.heading(ofDay: day, today: today) == chinese)
    }

    @Test func `5.8 yesterday may be last year`() {
        #expect(Texts.english.heading(ofDay: 19_722, today: 19_723) == "Yesterday")
    }

    @Test func `5.8 months and years, for the scrubber`() {
        #expect(Texts.english.month(ofDay: today) == "June 2024")
        #expect(Texts.traditionalChinese.month(ofDay: today) == "2024年6月")
        #expect(Texts.english.year(ofDay: today) == "2024")
        #expect(Texts.simplifiedChinese.year(ofDay: today) == "2024年")
    }

    @Test func `a moment is told by the clock of the place where it was`() {
        // 2024-05-06 05:08:09 UTC.
        let instant = Date(timeIntervalSince1970: 1_714_972_089)
        let there = MediaDate(instant: instant, offsetFromUTC: 7200, source: .exif)
        #expect(Texts.english.moment(there) == "May 6, 2024, 07:08")
        let west = MediaDate(instant: instant, offsetFromUTC: -6 * 3600, source: .exif)
        #expect(Texts.english.moment(west) == "May 5, 2024, 23:08")
        let floating = MediaDate(instant: instant, offsetFromUTC: nil, source: .fileName)
        #expect(Texts.simplifiedChinese.moment(floating) == "2024年5月6日 05:08")
        let early = MediaDate(instant: Date(timeIntervalSince1970: -0.5), offsetFromUTC: 0, source: .exif)
        #expect(Texts.english.moment(early) == "December 31, 1969, 23:59")
        for (seconds, text) in [
            (Double(Int64.max), "December 31, 9999, 23:59"), (Double(Int64.min), "January 1, 0, 00:00"),
        ] {
            let far = MediaDate(instant: Date(timeIntervalSince1970: seconds), offsetFromUTC: 3600, source: .fileTime)
            #expect(Texts.english.moment(far) == text)
        }
    }

    @Test(
        arguments: [
            (65, "1 minute 5 seconds", "1 分 5 秒"), (1, "1 second", "1 秒"), (0, "0 seconds", "0 秒"),
            (3600, "1 hour", "1 小时"), (7_325.9, "2 hours 2 minutes 5 seconds", "2 小时 2 分 5 秒"),
            (120, "2 minutes", "2 分"), (-4, "0 seconds", "0 秒"), (.nan, "0 seconds", "0 秒"),
        ] as [(Double, String, String)])
    func `5.13 durations are spoken with plural rules`(_ seconds: Double, _ english: String, _ chinese: String) {
        #expect(Texts.english.spokenDuration(seconds) == english)
        #expect(Texts.simplifiedChinese.spokenDuration(seconds) == chinese)
    }

    private func asset(_ kind: MediaKind, duration: Double? = nil) -> Asset {
        var asset = Asset.sample("a", kind, duration: duration)
        asset.date = MediaDate(
            instant: Date(timeIntervalSince1970: 1_714_979_289), offsetFromUTC: 0, source: .exif)
        return asset
    }

    @Test func `C79 a tile is named by kind, date, duration, place and choice`() {
        // signalapp/Signal-iOS #4747
        let texts = Texts.english
        #expect(texts.name(of: asset(.photo), place: (0, 5)) == "Photo, May 6, 2024, 07:08, 1 of 5")
        let video = asset(.video, duration: 65)
        #expect(texts.name(of: video, place: (1, 5)) == "Video, May 6, 2024, 07:08, 1 minute 5 seconds, 2 of 5")
        #expect(
            texts.name(of: video, mark: .number(2), place: (1, 5))
                == "Video, May 6, 2024, 07:08, 1 minute 5 seconds, 2 of 5, selected as number 2")
        #expect(texts.name(of: asset(.livePhoto, duration: 3)) == "Live photo, May 6, 2024, 07:08")
    }

    @Test func `C79 the name changes on selection, and says what is in the way`() {
        let photo = asset(.photo)
        let marks: [TileMark] = [.none, .checked, .number(1), .waiting, .blocked(.limitReached(6))]
        for texts in TextsTests.languages {
            #expect(Set(marks.map { texts.name(of: photo, mark: $0) }).count == marks.count)
        }
        #expect(Texts.english.name(of: photo, mark: .checked).hasSuffix(", selected"))
        #expect(
            Texts.english.name(of: photo, mark: .blocked(.limitReached(6))).hasSuffix("cannot be selected: At most 6"))
        #expect(Texts.simplifiedChinese.name(of: photo, mark: .checked).hasSuffix("，已选择"))
    }

    @Test func `C79 the same in Chinese`() {
        let video = asset(.video, duration: 65)
        #expect(
            Texts.simplifiedChinese.name(of: video, mark: .number(2), place: (1, 5))
                == "视频，2024年5月6日 07:08，1 分 5 秒，第 2 项，共 5 项，已选择，第 2 个")
        #expect(
            Texts.traditionalChinese.name(of: video, mark: .checked)
                == "影片，2024年5月6日 07:08，1 分 5 秒，已選取")
    }

    @Test func `C79 what is special, marked or far away is said`() {
        var asset = asset(.photo)
        asset.subtypes = [.panorama, .hdr, .selfie]
        (asset.isFavorite, asset.isRemote) = (true, true)
        #expect(
            Texts.english.name(of: asset)
                == "Photo, panorama, selfie, May 6, 2024, 07:08, favorite, not downloaded")
        #expect(Texts.english.name(of: nil, place: (3, 9)) == "Loading, 4 of 9")
    }

    @Test func `an app's own months may be too few`() {
        var texts = Texts.english
        texts.dates.months = ["Jan"]
        #expect(texts.month(ofDay: today) == "6 2024")
    }

    @Test func `the current day is a day of this century`() {
        #expect(Texts.currentDay() > 20_000)
    }
}
