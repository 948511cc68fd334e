#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    public import UIKit

    /// The view over an embedded camera where the app gives none: a cross-hair, a button that takes the photo, and one that
    /// ends the camera.
    @MainActor public final class CameraOverlayView: UIView {
        let shutter: UIButton
        let close: UIButton
        private let bars = [UIView(), UIView()]

        /// - Parameters:
        ///   - texts: the names of the buttons.
        ///   - takePhoto: what the round button does.
        ///   - cancel: what the other button does.
        public init(
            texts: Texts = .preferred(), takePhoto: @escaping @MainActor @Sendable () -> Void,
            cancel: @escaping @MainActor @Sendable () -> Void
        ) {
            shutter = UIButton(type: .custom, primaryAction: UIAction(title: "") { _ in takePhoto() })
            close = UIButton(type: .system, primaryAction: UIAction(title: texts.buttons.cancel) { _ in cancel() })
            super.init(frame: .zero)
            autoresizingMask = [.flexibleWidth, .flexibleHeight]
            for bar in bars {
                bar.backgroundColor = UIColor(white: 1, alpha: 0.8)
                bar.isUserInteractionEnabled = false
                addSubview(bar)
            }
            shutter.backgroundColor = .white
            shutter.layer.cornerRadius = Self.shutterSize / 2
            shutter.accessibilityLabel = texts.buttons.takePhoto
            shutter.accessibilityIdentifier = "filmstrip-shutter"
            close.accessibilityIdentifier = "filmstrip-close"
            addSubview(shutter)
            addSubview(close)
        }

        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        private static let shutterSize: CGFloat = 72

        public override func layoutSubviews() {
            super.layoutSubviews()
            let (middle, bottom) = (CGPoint(x: bounds.midX, y: bounds.midY), bounds.maxY - safeAreaInsets.bottom)
            bars[0].frame = CGRect(x: middle.x - 24, y: middle.y - 0.5, width: 48, height: 1)
            bars[1].frame = CGRect(x: middle.x - 0.5, y: middle.y - 24, width: 1, height: 48)
            shutter.frame = CGRect(
                x: middle.x - Self.shutterSize / 2, y: bottom - Self.shutterSize - 24, width: Self.shutterSize,
                height: Self.shutterSize)
            close.frame = CGRect(x: 16, y: bottom - 24 - Self.shutterSize / 2 - 22, width: 96, height: 44)
        }
    }
#endif
