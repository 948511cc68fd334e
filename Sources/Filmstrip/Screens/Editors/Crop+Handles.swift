/// What a hand takes of a crop box.
public enum CropHandle: String, Sendable, Hashable, CaseIterable {
    /// A corner, or the middle of an edge; clockwise from the top left corner of the upright picture.
    case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left
    /// The whole box.
    case inside

    /// −1 for the left edge, 1 for the right one, 0 for neither.
    var across: Double {
        switch self {
        case .topLeft, .left, .bottomLeft: -1
        case .topRight, .right, .bottomRight: 1
        case .top, .bottom, .inside: 0
        }
    }

    /// −1 for the upper edge, 1 for the lower one, 0 for neither.
    var down: Double {
        switch self {
        case .topLeft, .top, .topRight: -1
        case .bottomLeft, .bottom, .bottomRight: 1
        case .left, .right, .inside: 0
        }
    }
}

extension Crop {
    /// The box after a hand has moved a handle. What is across from the handle stays where it is; a shape with a ratio keeps it, and
    /// grows to both sides where an edge's middle is dragged. No edge leaves the picture, and no side is smaller than `least`.
    /// - Parameters:
    ///   - handle: what is dragged.
    ///   - x: how far to the right, in pixels.
    ///   - y: how far down, in pixels.
    ///   - size: the picture.
    ///   - least: the smallest side, in pixels; 1 by default.
    public func dragged(_ handle: CropHandle, x: Double, y: Double, in size: PixelSize, least: Double = 1) -> Crop {
        guard x.isFinite, y.isFinite, !size.isEmpty else { return self }
        if handle == .inside { return moved(x: x, y: y, in: size) }
        let picture = (width: Double(size.width), height: Double(size.height))
        let least = max(1, min(least, picture.width, picture.height))
        guard let aspect = shape.aspect else {
            var crop = self
            (crop.x, crop.width) = Self.dragged(self.x, width, handle.across, x, picture.width, least)
            (crop.y, crop.height) = Self.dragged(self.y, height, handle.down, y, picture.height, least)
            return crop
        }
        return kept(aspect, handle, x, y, picture, least)
    }

    /// One side: its new start and length.
    private static func dragged(
        _ start: Double, _ length: Double, _ side: Double, _ way: Double, _ whole: Double, _ least: Double
    ) -> (Double, Double) {
        if side < 0 {
            let end = start + length
            let first = max(0, min(start + way, end - least))
            return (first, end - first)
        }
        if side > 0 { return (start, max(least, min(length + way, whole - start))) }
        return (start, length)
    }

    private func kept(
        _ aspect: Double, _ handle: CropHandle, _ x: Double, _ y: Double, _ picture: (width: Double, height: Double),
        _ least: Double
    ) -> Crop {
        // How wide the box would be by each way of the hand; the larger change counts.
        let byWidth = width + x * handle.across
        let byHeight = (height + y * handle.down) * aspect
        let wanted =
            if handle.across == 0 { byHeight } else if handle.down == 0 { byWidth } else {
                abs(byWidth - width) >= abs(byHeight - width) ? byWidth : byHeight
            }
        // What stays where it is: the opposite corner, or the middle of the opposite edge.
        let anchor = (x: self.x + width * (1 - handle.across) / 2, y: self.y + height * (1 - handle.down) / 2)
        let room = (
            width: Self.room(anchor.x, handle.across, picture.width),
            height: Self.room(anchor.y, handle.down, picture.height)
        )
        let most = min(room.width, room.height * aspect)
        let smallest = min(most, aspect >= 1 ? least * aspect : least)
        var crop = self
        crop.width = max(smallest, min(wanted, most))
        crop.height = crop.width / aspect
        crop.x = anchor.x - crop.width * (1 - handle.across) / 2
        crop.y = anchor.y - crop.height * (1 - handle.down) / 2
        return crop
    }

    /// How long a side may become from an anchor: to one edge of the picture, or to both sides of the anchor.
    private static func room(_ anchor: Double, _ side: Double, _ whole: Double) -> Double {
        if side > 0 { return whole - anchor }
        return side < 0 ? anchor : 2 * min(anchor, whole - anchor)
    }

    /// The box in another shape: as large as it fits into this one's place, about its middle, and inside the picture.
    public func reshaped(_ shape: Shape, in size: PixelSize) -> Crop {
        guard let aspect = shape.aspect, !size.isEmpty, width > 0, height > 0 else {
            var crop = self
            crop.shape = shape
            return crop
        }
        // About the same area, so that going through shapes does not shrink the box.
        let area = width * height
        let wide = min((area * aspect).squareRoot(), Double(size.width), Double(size.height) * aspect)
        let box = (width: wide, height: wide / aspect)
        let crop = Crop(
            x: x + (width - box.width) / 2, y: y + (height - box.height) / 2, width: box.width, height: box.height,
            shape: shape)
        return crop.moved(x: 0, y: 0, in: size)
    }
}

extension Crop.Shape {
    /// This shape after a quarter turn: width and height change places.
    public var turned: Crop.Shape {
        if case .ratio(let width, let height) = self { return .ratio(width: height, height: width) }
        return self
    }
}
