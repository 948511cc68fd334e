#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Lets the user move and enlarge a picture behind a frame, and answers with what the frame shows. All arithmetic is the
    /// core's: `CropFraming`.
    @MainActor final class CropController: UIViewController, UIScrollViewDelegate {
        let scroll = UIScrollView()
        let picture: UIImageView
        let frameView = UIView()
        private(set) lazy var cancelButton = UIButton(
            type: .system, primaryAction: UIAction(title: texts.buttons.cancel) { [weak self] _ in self?.onEnd(nil) })
        private(set) lazy var useButton = UIButton(
            type: .system, primaryAction: UIAction(title: texts.buttons.use) { [weak self] _ in self?.finish() })
        private let size: PixelSize
        private let shape: Crop.Shape
        private let texts: Texts
        private let onEnd: @MainActor (Crop?) -> Void
        private var framing: CropFraming?
        private lazy var presence = PresenceView { [weak self] isPresent in
            guard !isPresent else { return }
            Task { @MainActor in
                if self?.presentingViewController == nil { self?.onEnd(nil) }
            }
        }

        /// - Parameters:
        ///   - preview: the picture, upright, perhaps smaller than it is.
        ///   - size: how large it is, upright.
        ///   - shape: what the frame looks like.
        ///   - texts: the names of the buttons.
        ///   - onEnd: is told the crop, or nil for none. May be told more than once; the first counts.
        init(
            _ preview: UIImage, of size: PixelSize, shape: Crop.Shape, texts: Texts,
            onEnd: @escaping @MainActor (Crop?) -> Void
        ) {
            picture = UIImageView(image: preview)
            self.size = size
            self.shape = shape
            self.texts = texts
            self.onEnd = onEnd
            super.init(nibName: nil, bundle: nil)
            modalPresentationStyle = .fullScreen
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        override var prefersStatusBarHidden: Bool { true }

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .black
            cancelButton.accessibilityIdentifier = "filmstrip-crop-cancel"
            useButton.accessibilityIdentifier = "filmstrip-crop-use"
            scroll.delegate = self
            scroll.clipsToBounds = false
            scroll.showsHorizontalScrollIndicator = false
            scroll.showsVerticalScrollIndicator = false
            scroll.addSubview(picture)
            frameView.isUserInteractionEnabled = false
            frameView.layer.borderColor = UIColor.white.cgColor
            frameView.layer.borderWidth = 1
            for part in [scroll, frameView, cancelButton, useButton, presence] { view.addSubview(part) }
        }

        override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            let bounds = view.bounds.inset(by: view.safeAreaInsets)
            let row: CGFloat = 52
            cancelButton.frame = CGRect(x: bounds.minX + 16, y: bounds.maxY - row, width: 96, height: 44)
            useButton.frame = CGRect(x: bounds.maxX - 112, y: bounds.maxY - row, width: 96, height: 44)
            let room = CropFraming.Box(
                x: bounds.minX + 16, y: bounds.minY + 16, width: bounds.width - 32, height: bounds.height - row - 32)
            let framing = CropFraming(picture: size, shape: shape, room: room)
            guard framing != self.framing else { return }
            self.framing = framing
            show(framing)
        }

        /// Fits the picture around the frame. At a rotation it begins anew, in the middle.
        private func show(_ framing: CropFraming) {
            let frame = framing.frame
            scroll.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            frameView.frame = scroll.frame
            scroll.minimumZoomScale = 1
            scroll.maximumZoomScale = framing.maximumZoom
            scroll.zoomScale = 1
            let fitted = framing.fitted
            picture.frame = CGRect(x: 0, y: 0, width: fitted.width, height: fitted.height)
            scroll.contentSize = picture.frame.size
            scroll.contentOffset = CGPoint(x: (fitted.width - frame.width) / 2, y: (fitted.height - frame.height) / 2)
        }

        func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }

        private func finish() {
            guard let framing else { return onEnd(nil) }
            onEnd(
                framing.crop(
                    offsetX: scroll.contentOffset.x, offsetY: scroll.contentOffset.y, zoom: scroll.zoomScale))
        }
    }
#endif
