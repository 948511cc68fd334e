extension Texts {
    /// What a camera's screen says. What it says about permissions is in `camera` and `microphone`.
    public struct Shooting: Sendable, Hashable {
        /// The live picture, for those who cannot see it.
        public var viewfinder: String
        /// The camera is being opened.
        public var starting: String
        /// No pictures come at the moment.
        public var interrupted: Pages.Page
        /// What helps where there is no camera.
        public var connectCamera: String
        /// What helps where the camera was unplugged.
        public var connectAgain: String
        /// What helps where another program has the camera.
        public var closeOther: String
        /// What helps where nothing lets programs use cameras.
        public var startService: String
        /// The flash does not fire.
        public var flashOff: String
        /// The flash fires.
        public var flashOn: String
        /// The flash fires where it is dark.
        public var flashAuto: String
        /// The steady light.
        public var torch: String
        /// The self-timer, whatever it does.
        public var selfTimer: String
        /// The photo is taken at once.
        public var timerOff: String
        /// The photo is taken after so many seconds.
        public var timer: PluralText
        /// No photo is to come of the seconds that are being counted.
        public var stopTimer: String
        /// The shutter takes a live photo.
        public var takeLivePhoto: String
        /// The flash, whatever it does.
        public var flash: String
        /// Selfies are kept as the mirrored picture shows them.
        public var mirror: String
        /// Lines over the picture that help to compose it.
        public var grid: String
        /// How much the picture is magnified.
        public var zoom: String
        /// How much brighter or darker than the camera would make it.
        public var brightness: String
        /// Focus and brightness stay as they are.
        public var locked: String
        /// Focuses and exposes in the middle of the picture.
        public var focusMiddle: String
        /// The same, and keeps both as they are then.
        public var lockMiddle: String
        /// The keys that do what the buttons do.
        public var keys: String
        /// The screen takes photos.
        public var photoMode: String
        /// The screen takes videos.
        public var videoMode: String
        /// The microphone is open.
        public var microphoneOn: String
        /// What is recorded has no sound.
        public var silent: String
        /// How long it has been recording: `{time}`.
        public var recording: String
        /// The recording is paused: `{time}`.
        public var paused: String
        /// A paused recording goes on.
        public var resume: String
        /// The next one takes the place of the one that is to be taken anew.
        public var takenAnew: String
        /// What a code in the picture says: `{text}`.
        public var code: String
        /// Copies what a code says.
        public var copy: String
        /// It was copied.
        public var copied: String
        /// Opens the address in a code.
        public var openLink: String
        /// There is room for so many, whatever they are; in one visit.
        public var atMost: PluralText
        /// What there still is room for, where there is none for what the shutter takes: `{kinds}`.
        public var stillRoom: String
        /// Something taken before, which can be looked at: `{n}` of `{all}`.
        public var shot: String
    }
}

extension Texts.Shooting {
    static let english = Self(
        viewfinder: "Camera picture", starting: "Starting the camera…",
        interrupted: .init(
            title: "The camera is paused", message: "It goes on by itself as soon as pictures come again."),
        connectCamera: "Connect a camera, and its picture appears here.",
        connectAgain: "Connect it again to go on.",
        closeOther: "Close the program that uses it, then try again.",
        startService: "Start the system’s camera service, then try again.", flashOff: "Flash Off",
        flashOn: "Flash On", flashAuto: "Automatic Flash", torch: "Light", selfTimer: "Self-Timer",
        timerOff: "Self-Timer Off",
        timer: PluralText(.oneAndOther, one: "Self-Timer {n} Second", other: "Self-Timer {n} Seconds"),
        stopTimer: "Stop Self-Timer", takeLivePhoto: "Take Live Photo", flash: "Flash", mirror: "Mirrored Selfies",
        grid: "Grid", zoom: "Zoom", brightness: "Brightness", locked: "Focus and brightness are locked",
        focusMiddle: "Focus in the Middle", lockMiddle: "Lock Focus and Brightness", keys: "Keyboard Shortcuts",
        photoMode: "Photo", videoMode: "Video", microphoneOn: "The microphone is on", silent: "Without sound",
        recording: "Recording, {time}", paused: "Paused, {time}", resume: "Continue Recording",
        takenAnew: "The next shot takes its place", code: "QR code: {text}", copy: "Copy", copied: "Copied",
        openLink: "Open Link", atMost: PluralText(.oneAndOther, one: "At most {n}", other: "At most {n}"),
        stillRoom: "Still possible: {kinds}", shot: "Shot {n} of {all}")

    static let simplifiedChinese = Self(
        viewfinder: "相机画面", starting: "正在启动相机…",
        interrupted: .init(title: "相机已暂停", message: "画面恢复后会自动继续。"),
        connectCamera: "连接相机后，画面会显示在这里。", connectAgain: "重新连接后即可继续。",
        closeOther: "请关闭正在使用相机的程序，然后重试。", startService: "请启动系统的相机服务，然后重试。",
        flashOff: "闪光灯：关", flashOn: "闪光灯：开", flashAuto: "闪光灯：自动", torch: "补光灯", selfTimer: "倒计时拍摄",
        timerOff: "倒计时拍摄：关", timer: PluralText(.otherOnly, other: "倒计时拍摄：{n} 秒"), stopTimer: "停止倒计时",
        takeLivePhoto: "拍摄实况照片", flash: "闪光灯", mirror: "镜像自拍", grid: "网格", zoom: "变焦", brightness: "亮度",
        locked: "对焦和亮度已锁定", focusMiddle: "在画面中央对焦", lockMiddle: "锁定对焦和亮度",
        keys: "键盘快捷键", photoMode: "照片", videoMode: "视频", microphoneOn: "麦克风已打开",
        silent: "没有声音", recording: "正在录像，{time}", paused: "已暂停，{time}", resume: "继续录像", takenAnew: "下一项将替换它",
        code: "二维码：{text}", copy: "拷贝", copied: "已拷贝", openLink: "打开链接",
        atMost: PluralText(.otherOnly, other: "最多 {n} 项"), stillRoom: "还可以拍摄：{kinds}", shot: "第 {n} 项，共 {all} 项")

    static let traditionalChinese = Self(
        viewfinder: "相機畫面", starting: "正在啟動相機…",
        interrupted: .init(title: "相機已暫停", message: "畫面恢復後會自動繼續。"),
        connectCamera: "連接相機後，畫面會顯示在這裡。", connectAgain: "重新連接後即可繼續。",
        closeOther: "請關閉正在使用相機的程式，然後再試一次。", startService: "請啟動系統的相機服務，然後再試一次。",
        flashOff: "閃光燈：關", flashOn: "閃光燈：開", flashAuto: "閃光燈：自動", torch: "補光燈", selfTimer: "倒數計時",
        timerOff: "倒數計時：關", timer: PluralText(.otherOnly, other: "倒數計時：{n} 秒"), stopTimer: "停止倒數",
        takeLivePhoto: "拍攝原況照片", flash: "閃光燈", mirror: "鏡像自拍", grid: "格線", zoom: "變焦", brightness: "亮度",
        locked: "對焦與亮度已鎖定", focusMiddle: "在畫面中央對焦", lockMiddle: "鎖定對焦與亮度",
        keys: "鍵盤快速鍵", photoMode: "照片", videoMode: "影片", microphoneOn: "麥克風已開啟",
        silent: "沒有聲音", recording: "正在錄影，{time}", paused: "已暫停，{time}", resume: "繼續錄影", takenAnew: "下一項會取代它",
        code: "二維條碼：{text}", copy: "拷貝", copied: "已拷貝", openLink: "打開連結",
        atMost: PluralText(.otherOnly, other: "最多 {n} 項"), stillRoom: "還可以拍攝：{kinds}", shot: "第 {n} 項，共 {all} 項")
}
