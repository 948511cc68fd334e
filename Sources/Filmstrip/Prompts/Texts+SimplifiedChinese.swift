extension Texts {
    /// Simplified Chinese.
    public static let simplifiedChinese = Texts(
        languageTag: "zh-Hans",
        buttons: Buttons(
            takePhoto: "拍照", recordVideo: "录像", chooseFromLibrary: "从相册选择", cancel: "取消", ok: "确定",
            turnOn: "开启", openSettings: "去开启", notNow: "不了", chooseMore: "选择更多照片", retry: "重试",
            delete: "删除", done: "完成", retake: "重拍", use: "使用", camera: "相机", photos: "照片", albums: "相册",
            search: "按名称搜索", back: "返回", close: "关闭", undo: "撤销", reset: "还原", rotate: "旋转", mirror: "镜像",
            straighten: "校正", crop: "裁剪", freeShape: "自由", square: "正方形", circle: "圆形", preview: "预览",
            play: "播放", pause: "暂停", flipCamera: "切换摄像头", stopRecording: "停止录像", livePhoto: "实况照片",
            zoomIn: "放大", zoomOut: "缩小", moveEarlier: "前移", moveLater: "后移", deselectAll: "取消全选"),
        camera: Access(
            question: "是否开启相机访问权限？", off: "您尚未开启相机权限", restricted: "相机已被管理员或家长控制禁用",
            howTo: "请到设置-隐私-相机中打开授权设置"),
        microphone: Access(
            question: "是否开启麦克风访问权限？", off: "您尚未开启麦克风权限",
            restricted: "麦克风已被管理员或家长控制禁用", howTo: "请到设置-隐私-麦克风中打开授权设置"),
        photos: Access(
            question: "是否开启相册访问权限？", off: "您尚未开启相册权限", restricted: "相册已被管理员或家长控制禁用",
            howTo: "请到设置-隐私-相册中打开授权设置"),
        addingPhotos: Access(
            question: "是否允许添加照片？", off: "您尚未开启相册权限", restricted: "添加照片已被管理员或家长控制禁用",
            howTo: "请到设置-隐私-相册中允许添加照片"),
        limitedPhotos: LimitedPhotos(title: "部分照片", message: "此处只能看到您选择的照片"),
        notices: Notices(
            hint: "提示", sorry: "抱歉", choosePicture: "选取图片", cameraUnavailable: "相机不可用",
            cameraInUse: "相机正被其他程序使用", cameraLost: "相机已断开连接", cameraServiceMissing: "相机服务未运行",
            cameraOff: "当前未开启相机权限", cameraRestricted: "相机已被管理员禁用", libraryUnavailable: "无法打开相册",
            cannotSave: "无法存入所拍的照片", noSpace: "存储空间不足，无法保存照片", saved: "保存成功",
            cannotUse: "无法使用“{name}”", cannotPlay: "此处无法播放"),
        counts: Counts(
            photos: .uniform("{n} 张照片"), videos: .uniform("{n} 个视频"), selected: .uniform("已选择 {n} 项"),
            left: .uniform("还可选 {n} 项"), items: .uniform("{n} 项")),
        limits: Limits(
            atMost: .uniform("一次最多上传 {n} 张图片"), atMostPhotos: .uniform("最多选择 {n} 张照片"),
            atMostVideos: .uniform("最多选择 {n} 个视频"), atMostLivePhotos: .uniform("最多选择 {n} 张实况照片"),
            photosNotAllowed: "此处不能选择照片", videosNotAllowed: "此处不能选择视频",
            livePhotosNotAllowed: "此处不能选择实况照片", notTogether: "照片和视频不能同时选择",
            tooManyBytes: "文件大于 {limit}", tooLong: "时长超过 {limit}", tooShort: "时长不足 {limit}",
            tooLarge: "像素超过 {limit}", tooSmall: "像素不足 {limit}", already: "已经选择过", gone: "照片已不在相册中"),
        pages: Pages(
            loading: "正在载入…",
            empty: .init(title: "没有照片", message: "您拍摄或添加的照片和视频会显示在这里"),
            emptyAlbum: .init(title: "没有内容", message: "此相册中没有符合条件的照片或视频"),
            nothingFound: .init(title: "没有结果", message: "没有名称相符的照片或视频"),
            albumGone: .init(title: "相册已移除", message: "此相册已不在图库中"),
            failed: .init(title: "无法显示照片", message: "图库打不开")),
        dates: Dates(
            today: "今天", yesterday: "昨天",
            months: (1...12).map { "\($0)月" },
            day: "{month}{day}日", dayOfYear: "{year}年{month}{day}日", month: "{year}年{month}", year: "{year}年"),
        spoken: Spoken(
            photo: "照片", video: "视频", livePhoto: "实况照片",
            subtypes: [
                "panorama": "全景", "screenshot": "截屏", "animated": "动图", "slowMotion": "慢动作",
                "timeLapse": "延时摄影", "selfie": "自拍",
            ],
            hours: .uniform("{n} 小时"), minutes: .uniform("{n} 分"), seconds: .uniform("{n} 秒"),
            place: "第 {n} 项，共 {all} 项", selected: "已选择", selectedAs: "已选择，第 {n} 个", waiting: "正在检查",
            blocked: "不能选择：{reason}", remote: "未下载", favorite: "已收藏", loading: "正在载入", dates: "日期"),
        editing: .simplifiedChinese,
        shooting: .simplifiedChinese,
        smartAlbums: [
            .recents: "最近项目", .favorites: "个人收藏", .videos: "视频", .selfies: "自拍", .livePhotos: "实况照片",
            .panoramas: "全景照片", .screenshots: "截屏", .bursts: "连拍快照", .animated: "动图",
            .recentlyAdded: "最近添加", .photoStream: "我的照片流",
        ])
}

extension PluralText {
    /// A text of a language that has one form for all numbers.
    static func uniform(_ text: String) -> PluralText { PluralText(.otherOnly, other: text) }
}
