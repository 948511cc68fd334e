import Filmstrip
import Testing

@Suite struct TextsTests {
    static let languages: [Texts] = [.english, .simplifiedChinese, .traditionalChinese]

    /// Each text with the path to it. Plural texts count with the form for "other".
    static func strings(in texts: Texts) -> [String: String] {
        var found: [String: String] = [:]
        func walk(_ value: Any, _ path: String) {
            switch value {
            case let text as String: found[path] = text
            case let plural as PluralText: found[path] = plural.other
            case let albums as [Album.Smart: String]:
                for album in Album.Smart.allCases { found["\(path).\(album.rawValue)"] = albums[album] ?? "" }
            case let texts as [String]:
                for (index, text) in texts.enumerated() { found["\(path).\(index)"] = text }
            case let texts as [String: String]:
                for (key, text) in texts { found["\(path).\(key)"] = text }
            default:
                for child in Mirror(reflecting: value).children { walk(child.value, "\(path).\(child.label ?? "?")") }
            }
        }
        walk(texts, "")
        return found
    }

    @Test(arguments: languages) func `0.13 no text is missing`(_ texts: Texts) {
        let strings = Self.strings(in: texts)
        #expect(strings.count > 140)
        for (path, text) in strings { #expect(!text.trimmingPrefix(" ").isEmpty, "\(path)") }
        #expect(strings.keys.sorted() == Self.strings(in: .english).keys.sorted())
    }

    @Test(arguments: [Texts.simplifiedChinese, .traditionalChinese])
    func `0.13 no text is English by mistake`(_ texts: Texts) {
        let english = Self.strings(in: .english)
        for (path, text) in Self.strings(in: texts) {
            #expect(text != english[path], "\(path)")
            let words = text.replacing(/\{[a-z]+\}/, with: "")
            let isTag = path == ".languageTag"
            #expect(isTag || !words.contains { $0.isASCII && $0.isLetter }, "\(path)")
        }
    }

    /// Texts that are written alike in both scripts; all others must differ, or one was copied from the other.
    static let alike: Set<String> = [
        ".buttons.takePhoto", ".buttons.cancel", ".buttons.notNow", ".buttons.done", ".buttons.retake", ".buttons.use",
        ".notices.hint", ".notices.sorry", ".limitedPhotos.title", ".smartAlbums.selfies", ".smartAlbums.recents",
        ".notices.choosePicture", ".smartAlbums.panoramas", ".limits.tooSmall", ".buttons.back", ".buttons.play",
        ".buttons.straighten", ".buttons.square", ".buttons.freeShape", ".buttons.zoomIn", ".spoken.photo",
        ".spoken.seconds", ".spoken.minutes", ".spoken.subtypes.selfie", ".spoken.subtypes.panorama", ".dates.today",
        ".dates.yesterday", ".dates.day", ".dates.dayOfYear", ".dates.month", ".dates.year", ".editing.trim",
        ".editing.box", ".editing.position", ".editing.redo", ".shooting.brightness", ".shooting.photoMode",
        ".spoken.dates",
    ]

    @Test func `0.13 no traditional text is simplified by mistake`() {
        let simplified = Self.strings(in: .simplifiedChinese)
        let same = Self.strings(in: .traditionalChinese).filter {
            simplified[$0.key] == $0.value && !$0.key.hasPrefix(".dates.months")
        }
        #expect(Set(same.keys).subtracting(Self.alike).isEmpty)
    }

    @Test func `0.13 the Chinese defaults say what the origins say`() {
        let texts = Texts.simplifiedChinese
        #expect(texts.buttons.takePhoto == "拍照")
        #expect(texts.buttons.chooseFromLibrary == "从相册选择")
        #expect(texts.buttons.cancel == "取消")
        #expect(texts.camera.question == "是否开启相机访问权限？")
        #expect(texts.buttons.turnOn == "开启")
        #expect(texts.notices.cameraOff == "当前未开启相机权限")
        #expect(texts.notices.libraryUnavailable == "无法打开相册")
        #expect(texts.notices.choosePicture == "选取图片")
        #expect(texts.notices.hint == "提示")
        #expect(texts.camera.howTo == "请到设置-隐私-相机中打开授权设置")
        #expect(texts.photos.howTo == "请到设置-隐私-相册中打开授权设置")
        #expect(texts.buttons.ok == "确定")
        #expect(texts.notices.sorry == "抱歉")
        #expect(texts.camera.off == "您尚未开启相机权限")
        #expect(texts.notices.cameraUnavailable == "相机不可用")
        #expect(texts.buttons.openSettings == "去开启")
        #expect(texts.buttons.notNow == "不了")
        #expect(texts.limits.atMost(6) == "一次最多上传 6 张图片")
        #expect(texts.photos.off == "您尚未开启相册权限")
        #expect(texts.notices.cannotSave == "无法存入所拍的照片")
        #expect(texts.notices.saved == "保存成功")
    }

    @Test func `0.13 the traditional texts say the same`() {
        let texts = Texts.traditionalChinese
        #expect(texts.camera.howTo == "請到設定-隱私權-相機中開啟授權設定")
        #expect(texts.microphone.howTo == "請到設定-隱私權-麥克風中開啟授權設定")
        #expect(texts.photos.howTo == "請到設定-隱私權-相簿中開啟授權設定")
        #expect(texts.smartAlbums[.screenshots] == "螢幕截圖")
        #expect(Prompt.cannotSave(texts: texts).message == "您尚未開啟相簿權限\n無法存入所拍的照片")
    }

    @Test func `0.13 every text can be replaced by the app`() {
        var texts = Texts.english
        texts.buttons.takePhoto = "Snap"
        texts.limits.atMost = PluralText(.oneAndOther, one: "Just {n}", other: "No more than {n}")
        #expect(Prompt.sources(texts: texts).actions.first?.title == "Snap")
        #expect(SelectionRefusal.limitReached(6).text(texts) == "No more than 6")
        #expect(Texts.english.buttons.takePhoto == "Take Photo")
    }

    @Test(arguments: [
        ("en", "en"), ("en-GB", "en"), ("EN_us.UTF-8", "en"), ("zh", "zh-Hans"), ("zh-Hans", "zh-Hans"),
        ("zh_CN.UTF-8", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("zh-TW", "zh-Hant"),
        ("zh_TW.UTF-8", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh_HK@stroke", "zh-Hant"), ("zh-MO", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"), ("zh-Hant-CN", "zh-Hant"), ("ZH-HANT", "zh-Hant"), ("yue", "zh-Hant"),
    ])
    func `5.13 a language tag finds its texts`(_ tag: String, _ found: String) {
        #expect(Texts(languageTag: tag)?.languageTag == found)
    }

    @Test(arguments: ["de", "", "-", "zhx", "e", "C"]) func `5.13 a language without texts is nil`(_ tag: String) {
        #expect(Texts(languageTag: tag) == nil)
    }

    @Test func `5.13 the first language that there are texts for is taken, else English`() {
        #expect(Texts.preferred(among: ["de", "zh-TW", "en"]) == .traditionalChinese)
        #expect(Texts.preferred(among: ["de", "fr"]) == .english)
        #expect(Texts.preferred(among: []) == .english)
    }

    @Test(arguments: [
        (["LANG": "zh_CN.UTF-8"], "zh-Hans"),
        (["LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"], "en"),
        (["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"], "zh-Hant"),
        (["LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh_TW:en"], "zh-Hant"),
        (["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], "en"),
        (["LANG": "POSIX"], "en"),
        (["LANG": ""], "zh-Hant"),
        ([:], "zh-Hant"),
    ])
    func `5.13 the environment comes before the system's languages`(_ environment: [String: String], _ found: String) {
        #expect(Texts.preferred(environment: environment, system: ["zh-Hant-TW"]).languageTag == found)
    }

    @Test func `4.1 smart albums have a title in each language`() {
        #expect(Album.Smart.allCases.map(Texts.english.title(of:)).contains("Recently Added"))
        #expect(Texts.simplifiedChinese.title(of: .recents) == "最近项目")
        #expect(Texts.traditionalChinese.title(of: .favorites) == "喜好項目")
        for texts in Self.languages {
            #expect(Set(Album.Smart.allCases.map(texts.title(of:))).count == Album.Smart.allCases.count)
        }
    }

    @Test(
        arguments: [
            ([:], "0 Photos", "0 張照片"),
            ([.photo: 1], "1 Photo", "1 張照片"),
            ([.photo: 1, .livePhoto: 1, .video: 1], "2 Photos, 1 Video", "2 張照片，1 部影片"),
            ([.video: 12], "12 Videos", "12 部影片"),
        ] as [([MediaKind: Int], String, String)])
    func `4.2 the footer counts photos and videos`(_ counts: [MediaKind: Int], _ english: String, _ chinese: String) {
        #expect(Texts.english.footer(counts) == english)
        #expect(Texts.traditionalChinese.footer(counts) == chinese)
    }

    @Test(arguments: [
        (0, "0:00"), (0.9, "0:00"), (15, "0:15"), (15.4, "0:15"), (59.99, "0:59"), (60, "1:00"), (3599, "59:59"),
        (3600, "1:00:00"), (36_061, "10:01:01"), (-3, "0:00"), (.nan, "0:00"), (.infinity, "0:00"), (1e12, "99:59:59"),
    ])
    func `C35 a duration is shown in whole seconds begun`(_ seconds: Double, _ text: String) {
        #expect(Texts.duration(seconds) == text)
    }

    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (1500, "1.5 kB"), (10_000_000, "10 MB"),
        (12_345_678, "12.3 MB"), (999_999, "999 kB"), (1_000_000, "1 MB"), (2_500_000_000, "2.5 GB"), (-1, "0 bytes"),
    ])
    func `a number of bytes is shown as people read it`(_ bytes: Int64, _ text: String) {
        #expect(Texts.byteCount(bytes) == text)
    }
}
