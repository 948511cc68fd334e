extension Texts {
    /// Traditional Chinese.
    public static let traditionalChinese = Texts(
        languageTag: "zh-Hant",
        buttons: Buttons(
            takePhoto: "拍照", recordVideo: "錄影", chooseFromLibrary: "從相簿選擇", cancel: "取消", ok: "確定",
            turnOn: "開啟", openSettings: "前往開啟", notNow: "不了", chooseMore: "選擇更多照片", retry: "重試",
            delete: "刪除", done: "完成", retake: "重拍", use: "使用", camera: "相機", photos: "相片", albums: "相簿",
            search: "依名稱搜尋", back: "返回", close: "關閉", undo: "還原", reset: "重設", rotate: "旋轉", mirror: "鏡像",
            straighten: "校正", crop: "裁切", freeShape: "自由", square: "正方形", circle: "圓形", preview: "預覽",
            play: "播放", pause: "暫停", flipCamera: "切換鏡頭", stopRecording: "停止錄影", livePhoto: "原況照片",
            zoomIn: "放大", zoomOut: "縮小", moveEarlier: "往前移", moveLater: "往後移", deselectAll: "取消全選"),
        camera: Access(
            question: "是否開啟相機存取權限？", off: "您尚未開啟相機權限", restricted: "相機已被管理者或家長監護停用",
            howTo: "請到設定-隱私權-相機中開啟授權設定"),
        microphone: Access(
            question: "是否開啟麥克風存取權限？", off: "您尚未開啟麥克風權限",
            restricted: "麥克風已被管理者或家長監護停用", howTo: "請到設定-隱私權-麥克風中開啟授權設定"),
        photos: Access(
            question: "是否開啟相簿存取權限？", off: "您尚未開啟相簿權限", restricted: "相簿已被管理者或家長監護停用",
            howTo: "請到設定-隱私權-相簿中開啟授權設定"),
        addingPhotos: Access(
            question: "是否允許加入照片？", off: "您尚未開啟相簿權限", restricted: "加入照片已被管理者或家長監護停用",
            howTo: "請到設定-隱私權-相簿中允許加入照片"),
        limitedPhotos: LimitedPhotos(title: "部分照片", message: "這裡只能看到您選取的照片"),
        notices: Notices(
            hint: "提示", sorry: "抱歉", choosePicture: "選取圖片", cameraUnavailable: "相機無法使用",
            cameraInUse: "相機正由其他程式使用", cameraLost: "相機已中斷連線", cameraServiceMissing: "相機服務未執行",
            cameraOff: "目前未開啟相機權限", cameraRestricted: "相機已被管理者停用", libraryUnavailable: "無法打開相簿",
            cannotSave: "無法存入所拍的照片", noSpace: "儲存空間不足，無法儲存照片", saved: "儲存成功",
            cannotUse: "無法使用「{name}」", cannotPlay: "此處無法播放"),
        counts: Counts(
            photos: .uniform("{n} 張照片"), videos: .uniform("{n} 部影片"), selected: .uniform("已選取 {n} 項"),
            left: .uniform("還可選 {n} 項"), items: .uniform("{n} 個項目")),
        limits: Limits(
            atMost: .uniform("一次最多上傳 {n} 張圖片"), atMostPhotos: .uniform("最多選取 {n} 張照片"),
            atMostVideos: .uniform("最多選取 {n} 部影片"), atMostLivePhotos: .uniform("最多選取 {n} 張原況照片"),
            photosNotAllowed: "這裡不能選取照片", videosNotAllowed: "這裡不能選取影片",
            livePhotosNotAllowed: "這裡不能選取原況照片", notTogether: "照片和影片不能同時選取",
            tooManyBytes: "檔案大於 {limit}", tooLong: "長度超過 {limit}", tooShort: "長度不足 {limit}",
            tooLarge: "像素超過 {limit}", tooSmall: "像素不足 {limit}", already: "已經選取過", gone: "照片已不在相簿中"),
        pages: Pages(
            loading: "正在載入…",
            empty: .init(title: "沒有照片", message: "您拍攝或加入的照片和影片會顯示在這裡"),
            emptyAlbum: .init(title: "沒有內容", message: "此相簿中沒有符合條件的照片或影片"),
            nothingFound: .init(title: "沒有結果", message: "沒有名稱相符的照片或影片"),
            albumGone: .init(title: "相簿已移除", message: "此相簿已不在圖庫中"),
            failed: .init(title: "無法顯示照片", message: "圖庫打不開")),
        dates: Dates(
            today: "今天", yesterday: "昨天",
            months: (1...12).map { "\($0)月" },
            day: "{month}{day}日", dayOfYear: "{year}年{month}{day}日", month: "{year}年{month}", year: "{year}年"),
        spoken: Spoken(
            photo: "照片", video: "影片", livePhoto: "原況照片",
            subtypes: [
                "panorama": "全景", "screenshot": "螢幕截圖", "animated": "動圖", "slowMotion": "慢動作",
                "timeLapse": "縮時攝影", "selfie": "自拍",
            ],
            hours: .uniform("{n} 小時"), minutes: .uniform("{n} 分"), seconds: .uniform("{n} 秒"),
            place: "第 {n} 項，共 {all} 項", selected: "已選取", selectedAs: "已選取，第 {n} 個", waiting: "正在檢查",
            blocked: "不能選取：{reason}", remote: "未下載", favorite: "喜好項目", loading: "正在載入", dates: "日期"),
        editing: .traditionalChinese,
        shooting: .traditionalChinese,
        smartAlbums: [
            .recents: "最近項目", .favorites: "喜好項目", .videos: "影片", .selfies: "自拍", .livePhotos: "原況照片",
            .panoramas: "全景照片", .screenshots: "螢幕截圖", .bursts: "連拍照片", .animated: "動圖",
            .recentlyAdded: "最近加入", .photoStream: "我的照片串流",
        ])
}
