import DoublesGround

@MainActor open class UIVideoEditorController: UINavigationController {
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    open class func canEditVideo(atPath videoPath: String) -> Bool {
        ["mov", "mp4", "m4v"].contains(URL(fileURLWithPath: videoPath).pathExtension.lowercased())
            && FileManager.default.isReadableFile(atPath: videoPath)
    }
    /// Apple's is neither weak nor held: who sets it has to keep it.
    open weak var delegate: (any UINavigationControllerDelegate & UIVideoEditorControllerDelegate)? {
        didSet {
            navigationDelegate = delegate
            hadDelegate = delegate != nil
        }
    }
    private var hadDelegate = false
    private var living: (any UIVideoEditorControllerDelegate)? {
        if hadDelegate, delegate == nil {
            World.current.record(.danglingDelegate, "the delegate of the video editor is gone")
        }
        return delegate
    }
    open var videoPath = ""
    open var videoMaximumDuration: TimeInterval = 600
    open var videoQuality = UIImagePickerController.QualityType.typeMedium

    override func cameToScreen() {
        if !Self.canEditVideo(atPath: videoPath) {
            World.current.record(.invalidArgument, "the video at “\(videoPath)” cannot be edited")
        }
    }

    /// The user's press on Save: where the trimmed video is.
    package func finish(_ path: String) { living?.videoEditorController(self, didSaveEditedVideoToPath: path) }
    package func fail(_ error: any Error) { living?.videoEditorController(self, didFailWithError: error) }
    package func cancel() { living?.videoEditorControllerDidCancel(self) }
}

@MainActor public protocol UIVideoEditorControllerDelegate: NSObjectProtocol {
    func videoEditorController(_ editor: UIVideoEditorController, didSaveEditedVideoToPath editedVideoPath: String)
    func videoEditorController(_ editor: UIVideoEditorController, didFailWithError error: any Error)
    func videoEditorControllerDidCancel(_ editor: UIVideoEditorController)
}

extension UIVideoEditorControllerDelegate {
    public func videoEditorController(
        _ editor: UIVideoEditorController, didSaveEditedVideoToPath editedVideoPath: String
    ) {}
    public func videoEditorController(_ editor: UIVideoEditorController, didFailWithError error: any Error) {}
    public func videoEditorControllerDidCancel(_ editor: UIVideoEditorController) {}
}
