import DoublesGround

@MainActor open class UIImagePickerController: UINavigationController {
    public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
    public enum QualityType: Int, Sendable {
        case typeHigh, typeMedium, typeLow, type640x480, typeIFrame1280x720, typeIFrame960x540
    }
    public enum CameraCaptureMode: Int, Sendable { case photo, video }
    public enum CameraDevice: Int, Sendable { case rear, front }
    public enum CameraFlashMode: Int, Sendable { case off = -1, auto, on }

    public struct InfoKey: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
        public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
        public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
        public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
        public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
        public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
        public static let mediaMetadata = InfoKey(rawValue: "UIImagePickerControllerMediaMetadata")
        public static let livePhoto = InfoKey(rawValue: "UIImagePickerControllerLivePhoto")
        public static let phAsset = InfoKey(rawValue: "UIImagePickerControllerPHAsset")
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
        let device = World.current.now
        return sourceType == .camera ? !device.cameras.isEmpty : device.hasPhotoLibrary
    }
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
        isSourceTypeAvailable(sourceType) ? ["public.image", "public.movie"] : nil
    }
    open class func isCameraDeviceAvailable(_ cameraDevice: CameraDevice) -> Bool {
        World.current.now.cameras.contains(cameraDevice.camera)
    }
    open class func isFlashAvailable(for cameraDevice: CameraDevice) -> Bool {
        isCameraDeviceAvailable(cameraDevice) && World.current.now.flashes.contains(cameraDevice.camera)
    }
    open class func availableCaptureModes(for cameraDevice: CameraDevice) -> [NSNumber]? {
        isCameraDeviceAvailable(cameraDevice) ? [NSNumber(value: 0), NSNumber(value: 1)] : nil
    }

    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)? {
        didSet { navigationDelegate = delegate }
    }
    open var sourceType = SourceType.photoLibrary {
        didSet {
            if !Self.isSourceTypeAvailable(sourceType) {
                World.current.record(.unavailable, "source type \(sourceType.rawValue) not available")
            }
        }
    }
    open var mediaTypes = ["public.image"] {
        didSet {
            let possible = Self.availableMediaTypes(for: sourceType) ?? []
            if !mediaTypes.contains(where: possible.contains) {
                World.current.record(.invalidArgument, "no available types for source \(sourceType.rawValue)")
            }
        }
    }
    open var allowsEditing = false
    @available(iOS, introduced: 11.0, deprecated: 14)
    open var videoExportPreset = "AVAssetExportPresetPassthrough"
    open var videoMaximumDuration: TimeInterval = 600
    open var videoQuality = QualityType.typeMedium
    open var showsCameraControls = true { didSet { needsCamera("showsCameraControls") } }
    open var cameraOverlayView: UIView? {
        didSet {
            needsCamera("cameraOverlayView")
            if isViewLoaded { exchangeOverlay(oldValue) }
        }
    }
    open var cameraViewTransform = CGAffineTransform.identity { didSet { needsCamera("cameraViewTransform") } }
    open var cameraCaptureMode = CameraCaptureMode.photo {
        didSet {
            needsCamera("cameraCaptureMode")
            let needed = cameraCaptureMode == .video ? "public.movie" : "public.image"
            if !mediaTypes.contains(needed) {
                World.current.record(
                    .wrongOrder,
                    "cameraCaptureMode \(cameraCaptureMode.rawValue) not available because mediaTypes does not contain \(needed)"
                )
            }
        }
    }
    open var cameraDevice = CameraDevice.rear {
        didSet {
            needsCamera("cameraDevice")
            if !Self.isCameraDeviceAvailable(cameraDevice) {
                World.current.record(.unavailable, "camera device \(cameraDevice.rawValue) not available")
            }
        }
    }
    open var cameraFlashMode = CameraFlashMode.auto { didSet { needsCamera("cameraFlashMode") } }

    open func takePicture() {
        needsCamera("takePicture")
        // Without an effect before the camera is there, and until the picture is told of.
        if appearance != .here || isTakingPicture { return }
        isTakingPicture = true
        shutterPresses += 1
    }
    private var isTakingPicture = false
    @discardableResult open func startVideoCapture() -> Bool {
        needsCamera("startVideoCapture")
        if appearance != .here || isCapturing || World.current.now.failures[.videoCapture] != nil { return false }
        isCapturing = true
        return true
    }
    open func stopVideoCapture() { isCapturing = false }

    package private(set) var shutterPresses = 0
    package private(set) var isCapturing = false

    private func needsCamera(_ what: String) {
        if sourceType != .camera {
            World.current.record(.wrongOrder, "\(what): source type must be UIImagePickerControllerSourceTypeCamera")
        }
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        exchangeOverlay(nil)
    }
    private func exchangeOverlay(_ old: UIView?) {
        old?.removeFromSuperview()
        if let cameraOverlayView { view.addSubview(cameraOverlayView) }
    }

    override func cameToScreen() {
        guard sourceType == .camera else { return }
        if World.current.demandUsageDescription("NSCameraUsageDescription") { _ = World.current.ask(.camera) }
        if mediaTypes.contains("public.movie"),
            World.current.demandUsageDescription("NSMicrophoneUsageDescription")
        {
            _ = World.current.ask(.microphone)
        }
        // Without a delegate the picker goes away at once.
        if delegate == nil { dismiss(animated: true) }
    }

    /// What the user took or chose, told to the delegate as UIKit tells it.
    package func finish(_ info: [InfoKey: Any]) {
        isTakingPicture = false
        delegate?.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    }
    /// The user's press on Cancel.
    package func cancel() {
        delegate?.imagePickerControllerDidCancel(self)
    }
}

extension UIImagePickerController.CameraDevice {
    var camera: Device.Camera { self == .front ? .front : .rear }
}

@MainActor public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    public func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {}
    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}
