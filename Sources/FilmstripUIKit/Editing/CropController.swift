#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Lets the user move and enlarge a picture behind a frame, and the frame's edges where its shape is free, and answers with
    /// what the frame shows. All arithmetic is the core's: `CropFraming`.
    @MainActor final class CropController: UIViewController, UIScrollViewDelegate {
        let scroll = UIScrollView()
        let picture: UIImageView
        private(set) lazy var frameView = CropFrameView(
            onMove: { [weak self] edges, place in self?.move(edges, to: place) },
            onEnd: { [weak self] in self?.settle() })
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
            frameView.frame = view.bounds
            guard room != framing?.room else { return }
            begin(CropFraming(picture: size, shape: shape, room: room))
        }

        /// Fits the picture around the frame. At a rotation it begins anew, in the middle.
        private func begin(_ framing: CropFraming) {
            // Zoom belongs to a picture of this size.
            (scroll.minimumZoomScale, scroll.maximumZoomScale, scroll.zoomScale) = (1, 1, 1)
            let (frame, fitted) = (framing.frame, framing.fitted)
            picture.frame = CGRect(x: 0, y: 0, width: fitted.width, height: fitted.height)
            scroll.contentSize = picture.frame.size
            show(
                framing,
                .init(offsetX: (fitted.width - frame.width) / 2, offsetY: (fitted.height - frame.height) / 2, zoom: 1))
        }

        private func show(_ framing: CropFraming, _ position: CropFraming.Position) {
            self.framing = framing
            frameView.framing = framing
            let frame = framing.frame
            scroll.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            scroll.minimumZoomScale = framing.minimumZoom
            scroll.maximumZoomScale = framing.maximumZoom
            if scroll.zoomScale != position.zoom { scroll.zoomScale = position.zoom }
            scroll.contentOffset = CGPoint(x: position.offsetX, y: position.offsetY)
        }

        private var position: CropFraming.Position {
            .init(offsetX: scroll.contentOffset.x, offsetY: scroll.contentOffset.y, zoom: scroll.zoomScale)
        }

        private func move(_ edges: CropFraming.Edges, to place: CGPoint) {
            guard var framing else { return }
            var position = position
            framing.move(edges, toX: place.x, y: place.y, &position)
            show(framing, position)
        }

        private func settle() {
            guard var framing else { return }
            var position = position
            framing.settle(&position)
            UIView.animate(withDuration: 0.25) { self.show(framing, position) }
        }

        func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }

        private func finish() {
            guard let framing else { return onEnd(nil) }
            onEnd(framing.crop(offsetX: position.offsetX, offsetY: position.offsetY, zoom: position.zoom))
        }
    }
#endif
