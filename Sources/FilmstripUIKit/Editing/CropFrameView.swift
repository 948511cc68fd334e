#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Draws the frame of a crop, and takes the touches at its edges and corners where they can be moved. All others go to what
    /// lies behind. As large as the screen, so that its places are those of `CropFraming`.
    @MainActor final class CropFrameView: UIView {
        var framing: CropFraming? { didSet { draw() } }
        private let onMove: @MainActor (CropFraming.Edges, CGPoint) -> Void
        private let onEnd: @MainActor () -> Void
        private let border = UIView()
        private let corners = [UIView(), UIView(), UIView(), UIView()]
        /// What a finger holds, and how far from it the finger is.
        private var held: (edges: CropFraming.Edges, x: CGFloat, y: CGFloat)?

        private static let reach: CGFloat = 22
        private static let cornerSize: CGFloat = 10

        /// - Parameters:
        ///   - onMove: told which edges are wanted where.
        ///   - onEnd: told when the finger leaves the screen.
        init(
            onMove: @escaping @MainActor (CropFraming.Edges, CGPoint) -> Void, onEnd: @escaping @MainActor () -> Void
        ) {
            self.onMove = onMove
            self.onEnd = onEnd
            super.init(frame: .zero)
            border.layer.borderColor = UIColor.white.cgColor
            border.layer.borderWidth = 1
            for part in [border] + corners {
                part.isUserInteractionEnabled = false
                addSubview(part)
            }
            for corner in corners { corner.backgroundColor = .white }
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        private func draw() {
            guard let framing else { return }
            let frame = framing.frame
            border.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            let (size, places) = (Self.cornerSize, [(0.0, 0.0), (1, 0), (0, 1), (1, 1)])
            for (corner, place) in zip(corners, places) {
                corner.isHidden = framing.shape != .free
                corner.frame = CGRect(
                    x: frame.x + frame.width * place.0 - size / 2, y: frame.y + frame.height * place.1 - size / 2,
                    width: size, height: size)
            }
        }

        override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { !edges(at: point).isEmpty }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let place = touches.first?.location(in: self), let frame = framing?.frame else { return }
            let edges = edges(at: place)
            held = (
                edges, place.x - (edges.contains(.left) ? frame.x : frame.maxX),
                place.y - (edges.contains(.top) ? frame.y : frame.maxY)
            )
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let held, let place = touches.first?.location(in: self) else { return }
            onMove(held.edges, CGPoint(x: place.x - held.x, y: place.y - held.y))
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { release() }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { release() }

        private func release() {
            guard held != nil else { return }
            held = nil
            onEnd()
        }

        private func edges(at point: CGPoint) -> CropFraming.Edges {
            framing?.edges(atX: point.x, y: point.y, reach: Self.reach) ?? []
        }
    }
#endif
