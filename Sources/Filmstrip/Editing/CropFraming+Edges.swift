/// A frame of free shape, whose edges and corners are moved.
extension CropFraming {
    /// The edges that a finger holds, where it touches the screen; none where it is too far from all of them, and where the frame
    /// keeps its shape. Of two edges that are both near, the nearer one.
    /// - Parameter reach: how far from an edge a finger still holds it.
    public func edges(atX x: Double, y: Double, reach: Double) -> Edges {
        guard shape == .free, x >= frame.x - reach, x <= frame.maxX + reach, y >= frame.y - reach,
            y <= frame.maxY + reach
        else { return [] }
        var edges: Edges = []
        let (left, right) = (abs(x - frame.x), abs(x - frame.maxX))
        if min(left, right) <= reach { edges.insert(left <= right ? .left : .right) }
        let (top, bottom) = (abs(y - frame.y), abs(y - frame.maxY))
        if min(top, bottom) <= reach { edges.insert(top <= bottom ? .top : .bottom) }
        return edges
    }

    /// Moves edges of the frame, as far as room and picture go, and no nearer to each other than `leastSide` and `leastPixels`.
    /// The picture stays where it is on the screen.
    /// - Parameters:
    ///   - edges: what the finger holds.
    ///   - x: where it wants the left or right edge.
    ///   - y: where it wants the top or bottom edge.
    ///   - position: where the picture lies; changed with the frame.
    public mutating func move(_ edges: Edges, toX x: Double, y: Double, _ position: inout Position) {
        guard shape == .free, !picture.isEmpty, x.isFinite, y.isFinite else { return }
        let zoom = position.zoom.isFinite && position.zoom > 0 ? position.zoom : 1
        let across = Side(
            low: frame.x, high: frame.maxX, roomLow: room.x, roomHigh: room.maxX,
            pictureLow: frame.x - position.offsetX,
            pictureLength: fitted.width * zoom, least: least(frame.width, zoom))
        let down = Side(
            low: frame.y, high: frame.maxY, roomLow: room.y, roomHigh: room.maxY,
            pictureLow: frame.y - position.offsetY,
            pictureLength: fitted.height * zoom, least: least(frame.height, zoom))
        let (left, right) = across.moved(edges.contains(.left), edges.contains(.right), to: x)
        let (top, bottom) = down.moved(edges.contains(.top), edges.contains(.bottom), to: y)
        position.offsetX += left - frame.x
        position.offsetY += top - frame.y
        frame = Box(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Lets the frame fill the room again, and enlarges the picture with it, so that the frame shows the same.
    /// - Parameter position: where the picture lies; changed with the frame.
    public mutating func settle(_ position: inout Position) {
        guard shape == .free, !picture.isEmpty, frame.width > 0, frame.height > 0 else { return }
        let scale = min(room.width / frame.width, room.height / frame.height)
        guard scale.isFinite, scale > 0 else { return }
        let (width, height) = (frame.width * scale, frame.height * scale)
        frame = Box(
            x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width: width, height: height)
        position = Position(
            offsetX: position.offsetX * scale, offsetY: position.offsetY * scale, zoom: position.zoom * scale)
    }

    /// How short a side may become. One that is shorter already stays.
    private func least(_ length: Double, _ zoom: Double) -> Double {
        let pixels = Self.leastPixels * fitted.width / Double(picture.width) * zoom
        return min(length, max(Self.leastSide, pixels))
    }

    /// One direction of the frame, with what keeps its edges.
    private struct Side {
        let low: Double
        let high: Double
        let roomLow: Double
        let roomHigh: Double
        let pictureLow: Double
        let pictureLength: Double
        let least: Double

        func moved(_ movesLow: Bool, _ movesHigh: Bool, to place: Double) -> (low: Double, high: Double) {
            if movesLow { return (max(min(place, high - least), min(low, max(roomLow, pictureLow))), high) }
            guard movesHigh else { return (low, high) }
            return (low, min(max(place, low + least), max(high, min(roomHigh, pictureLow + pictureLength))))
        }
    }
}
