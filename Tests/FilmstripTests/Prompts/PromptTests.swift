import Filmstrip
import Testing

@Suite struct PromptTests {
    @Test func `0.5 the sheet says Take Photo, Choose from Library, Cancel, in this order`() {
        let sheet = Prompt.sources(texts: .english)
        #expect(sheet.style == .actionSheet(.center))
        #expect(sheet.actions.map(\.title) == ["Take Photo", "Choose from Library", "Cancel"])
        #expect(sheet.actions.map(\.role) == [.normal, .normal, .cancel])
    }

    @Test func `0.5 the app may say another order, and further rows`() {
        let sheet = Prompt.sources(order: [.chooseFromLibrary, .recordVideo, .takePhoto, .ok], texts: .english)
        #expect(sheet.actions.map(\.id) == [.chooseFromLibrary, .recordVideo, .takePhoto, .cancel])
    }

    @Test func `1.1 without a camera its rows are absent`() {
        let sheet = Prompt.sources(
            order: [.chooseFromLibrary, .takePhoto, .recordVideo], hasCamera: false, texts: .english)
        #expect(sheet.actions.map(\.id) == [.chooseFromLibrary, .cancel])
    }

    @Test func `C67 where a sheet must point at something, it is an alert, or has an anchor`() {
        // Esri/data-collection-ios #209: a sheet without an anchor crashes on tablets.
        let tablet = PresentationPlace(needsAnchor: true)
        let alert = Prompt.sources(place: tablet, texts: .english)
        #expect(alert.style == .alert)
        #expect(alert.title == "Choose a Picture")
        #expect(alert.actions.map(\.id) == [.takePhoto, .chooseFromLibrary, .cancel])
        let popover = Prompt.sources(anchor: .control("avatar"), place: tablet, texts: .english)
        #expect(popover.style == .actionSheet(.control("avatar")))
        #expect(Prompt.limitedLibrary(texts: .english).style == .actionSheet(.center))
    }

    @Test func `1.3 the alert names the switch that is off`() {
        let camera = Prompt.turnOn(.camera, texts: .english)
        let photos = Prompt.turnOn(.photoLibrary, texts: .english)
        #expect(camera.title?.contains("camera") == true)
        #expect(photos.title?.contains("photo") == true)
        #expect(Prompt.turnOn(.camera, texts: .simplifiedChinese).actions.map(\.title) == ["取消", "开启"])
        for permission in Permission.allCases {
            #expect(Prompt.turnOn(permission, texts: .english).actions.map(\.id) == [.cancel, .openSettings])
        }
    }

    @Test func `C62 a limited library offers to choose more`() {
        let prompt = Prompt.limitedLibrary(anchor: .control("more"), texts: .english)
        #expect(prompt.style == .actionSheet(.control("more")))
        #expect(prompt.actions.map(\.id) == [.chooseMore, .openSettings, .cancel])
    }

    @Test func `4.10 what cannot be saved says so and offers the settings`() {
        let english = Prompt.cannotSave(texts: .english)
        #expect(english.actions.map(\.title) == ["Not Now", "Open Settings"])
        let chinese = Prompt.cannotSave(texts: .simplifiedChinese)
        #expect(chinese.title == "抱歉")
        #expect(chinese.actions.map(\.title) == ["不了", "去开启"])
        #expect(chinese.message == "您尚未开启相册权限\n无法存入所拍的照片")
    }

    @Test(arguments: [
        (CameraError.noCamera, "No camera is available"), (.permissionLost, "Camera access is off"),
        (.permissionRestricted, "The camera is blocked by an administrator"),
        (.cameraInUse("a"), "Another program is using the camera"), (.cameraLost("a"), "The camera was disconnected"),
        (.pipeWireMissing, "The camera service is not running"),
        (.noSpace(folder: "/"), "There is no space left to save the photo"),
    ])
    func `0.6 the notice says for 2 s why there is no camera`(_ error: CameraError, _ text: String) {
        #expect(Prompt.Toast.cameraUnavailable(error, texts: .english) == Prompt.Toast(text: text, duration: 2))
    }

    @Test func `4.5 the notice of a full grid goes by itself after 1.5 s`() {
        let toast = Prompt.Toast.refused(.limitReached(6), texts: .english)
        #expect(toast == Prompt.Toast(text: "At most 6", duration: 1.5))
    }

    @Test func `0.9 the notice of a closed library stays for 2 s`() {
        #expect(Prompt.Toast.libraryUnavailable(texts: .simplifiedChinese).text == "无法打开相册")
        #expect(Prompt.Toast.libraryUnavailable(texts: .english).duration == 2)
    }

    @Test func `0.10 a failed save says why`() {
        #expect(Prompt.Toast.cannotSave(.readOnly(folder: "/"), texts: .english).text == "The photo could not be saved")
        #expect(Prompt.Toast.cannotSave(.noSpace(folder: "/"), texts: .english).text.contains("no space left"))
        #expect(Prompt.Toast.saved(texts: .simplifiedChinese).text == "保存成功")
    }
}
