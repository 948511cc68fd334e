extension DemoTexts {
    static let english = DemoTexts(
        appName: "Filmstrip", avatar: "Avatar", attachments: "Attachments", chat: "Chat", camera: "Camera",
        menu: "Main Menu",
        shortcuts: "Keyboard Shortcuts", about: "About Filmstrip", quit: "Quit",
        summary: "Take photos, and choose some that you have", emptyLibrary: "There are no pictures here yet.",
        makeSamples: "Make Sample Pictures", makingSamples: "Making sample pictures…",
        noSamples: "The sample pictures could not be made", yourPicture: "Your Picture",
        yourPictureHint: "Friends see it beside your name.", choosePicture: "Choose a Picture",
        changePicture: "Change Picture", removePicture: "Remove", file: "File", size: "Size", base64: "Base64",
        copy: "Copy", copied: "Copied", cannotBeShown: "This picture cannot be shown", subject: "Subject",
        message: "Message", attachmentsOf: "{n} of {all} attached", send: "Send", sent: "Message sent",
        friend: "Robin", greeting: "The weekend was lovely!", question: "Do you have some pictures for me?",
        placeholder: "Write a message", sendPictures: "Send Pictures", picture: "Picture",
        openCamera: "Open Camera Screen", simulatedCamera: "No camera here: this one is simulated",
        nothingTaken: "What you take appears here.", general: "General", select: "Select")

    static let simplifiedChinese = DemoTexts(
        appName: "Filmstrip", avatar: "头像", attachments: "附件", chat: "聊天", camera: "相机", menu: "主菜单",
        shortcuts: "键盘快捷键",
        about: "关于 Filmstrip", quit: "退出", summary: "拍摄照片，或选择已有的照片", emptyLibrary: "这里还没有图片。",
        makeSamples: "生成示例图片", makingSamples: "正在生成示例图片…", noSamples: "无法生成示例图片", yourPicture: "您的头像",
        yourPictureHint: "好友会在您的名字旁看到它。", choosePicture: "选择图片", changePicture: "更换图片", removePicture: "移除",
        file: "文件", size: "尺寸", base64: "Base64", copy: "复制", copied: "已复制", cannotBeShown: "无法显示这张图片",
        subject: "主题", message: "正文", attachmentsOf: "已添加 {n}/{all} 个附件", send: "发送", sent: "消息已发送", friend: "小林",
        greeting: "周末真开心！", question: "能发几张照片给我吗？", placeholder: "输入消息", sendPictures: "发送图片", picture: "图片",
        openCamera: "打开相机界面", simulatedCamera: "这里没有相机：画面为模拟", nothingTaken: "拍摄的内容会显示在这里。", general: "通用", select: "选择"
    )

    static let traditionalChinese = DemoTexts(
        appName: "Filmstrip", avatar: "大頭貼", attachments: "附件", chat: "聊天", camera: "相機", menu: "主選單",
        shortcuts: "鍵盤快速鍵",
        about: "關於 Filmstrip", quit: "結束", summary: "拍攝照片，或選擇已有的照片", emptyLibrary: "這裡還沒有圖片。",
        makeSamples: "產生範例圖片", makingSamples: "正在產生範例圖片…", noSamples: "無法產生範例圖片", yourPicture: "您的大頭貼",
        yourPictureHint: "朋友會在您的名字旁看到它。", choosePicture: "選擇圖片", changePicture: "更換圖片", removePicture: "移除",
        file: "檔案", size: "尺寸", base64: "Base64", copy: "複製", copied: "已複製", cannotBeShown: "無法顯示這張圖片",
        subject: "主旨", message: "內文", attachmentsOf: "已加入 {n}/{all} 個附件", send: "傳送", sent: "訊息已傳送", friend: "小林",
        greeting: "週末真開心！", question: "可以傳幾張照片給我嗎？", placeholder: "輸入訊息", sendPictures: "傳送圖片", picture: "圖片",
        openCamera: "打開相機畫面", simulatedCamera: "這裡沒有相機：畫面為模擬", nothingTaken: "拍攝的內容會顯示在這裡。", general: "一般", select: "選擇"
    )
}
