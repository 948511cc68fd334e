extension Texts {
    /// What the editors say beside their buttons.
    public struct Editing: Sendable, Hashable {
        /// The title of the trim editor.
        public var trim: String
        /// Where the kept part of a video begins.
        public var start: String
        /// Where the kept part of a video ends.
        public var end: String
        /// The mark that shows which frame is seen.
        public var position: String
        /// The box of a crop, to those who hear it: `{width}` and `{height}` in pixels.
        public var box: String
        /// How the box is moved by keys.
        public var boxHint: String
        /// How a handle is moved by keys.
        public var handleHint: String
        /// The new picture is being made.
        public var preparing: String
        /// The file cannot be edited, and stays as it is.
        public var failed: String
        /// Does again what was taken back.
        public var redo: String
    }
}

extension Texts.Editing {
    static let english = Texts.Editing(
        trim: "Trim", start: "Start", end: "End", position: "Position", box: "{width} × {height} pixels",
        boxHint: "Arrow keys move the frame, with Shift they change its size, plus and minus zoom.",
        handleHint: "Arrow keys move by one frame, with Shift by one second.", preparing: "Preparing…",
        failed: "This file cannot be edited", redo: "Redo")

    static let simplifiedChinese = Texts.Editing(
        trim: "修剪", start: "起点", end: "终点", position: "播放位置", box: "{width} × {height} 像素",
        boxHint: "方向键移动裁剪框，按住上档键改变大小，加号和减号缩放。", handleHint: "方向键移动一帧，按住上档键移动一秒。",
        preparing: "正在处理…", failed: "此文件无法编辑", redo: "重做")

    static let traditionalChinese = Texts.Editing(
        trim: "修剪", start: "起點", end: "終點", position: "播放位置", box: "{width} × {height} 像素",
        boxHint: "方向鍵移動裁切框，按住上檔鍵改變大小，加號和減號縮放。", handleHint: "方向鍵移動一格，按住上檔鍵移動一秒。",
        preparing: "正在處理…", failed: "此檔案無法編輯", redo: "重做")
}
