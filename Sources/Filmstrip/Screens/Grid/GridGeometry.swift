public import Foundation

/// Where the tiles of a grid lie: cells of one size, in lanes, under headings. Knows the place of each of a million tiles without
/// walking over them.
///
/// A *lane* is a column of a grid that scrolls down, and a row of one that scrolls sideways; a *line* runs across the lanes. Lengths
/// are points from the top left corner of the content. Cells are a whole number of points wide; what is left of the width stands
/// at the end of each line.
public struct GridGeometry: Sendable, Hashable {
    /// The direction in which a grid scrolls.
    public enum Axis: String, Sendable, Hashable, Codable, CaseIterable {
        /// Up and down, or to the sides.
        case vertical, horizontal
    }

    /// The sections that are laid out.
    public let sections: GridSections
    /// The direction in which it scrolls.
    public let axis: Axis
    /// How many cells stand side by side, across the direction of scrolling; at least 1.
    public let lanes: Int
    /// The room across the direction of scrolling.
    public let breadth: Double
    /// Between two cells.
    public let spacing: Double
    /// The room for a section's heading; 0 where there is none.
    public let headingLength: Double
    /// Whether lines run from the right; a grid that scrolls sideways begins there.
    public let isRightToLeft: Bool
    /// The side of a cell.
    public let side: Double
    /// Where each section begins along the direction of scrolling, and where the last one ends.
    private let tops: [Double]

    /// - Parameters:
    ///   - lanes: how many cells stand side by side; fewer than 1 counts as 1.
    ///   - breadth: the room across the direction of scrolling.
    ///   - spacing: between two cells; 2 by default.
    ///   - headingLength: the room for a heading; sections without a day have none.
    public init(
        _ sections: GridSections, lanes: Int, breadth: Double, spacing: Double = 2, headingLength: Double = 0,
        axis: Axis = .vertical, isRightToLeft: Bool = false
    ) {
        self.sections = sections
        self.axis = axis
        self.lanes = max(1, lanes)
        self.breadth = breadth.isFinite ? max(0, breadth) : 0
        self.spacing = spacing.isFinite ? max(0, spacing) : 0
        self.headingLength = headingLength.isFinite ? max(0, headingLength) : 0
        self.isRightToLeft = isRightToLeft
        let free = self.breadth - Double(self.lanes - 1) * self.spacing
        side = max(1, (free / Double(self.lanes)).rounded(.down))
        var tops: [Double] = [0]
        tops.reserveCapacity(sections.count + 1)
        for number in 0..<sections.count {
            let section = sections[number]
            let lines = (section.range.count + self.lanes - 1) / self.lanes
            let heading = section.day == nil ? 0 : self.headingLength
            tops.append(tops[number] + heading + Double(lines) * (side + self.spacing))
        }
        self.tops = tops
    }

    /// The length of the whole content along the direction of scrolling.
    public var length: Double { max(0, tops[tops.count - 1] - (sections.count > 0 ? spacing : 0)) }

    // MARK: From places to boxes

    /// Where the tile of a place lies; nil outside.
    public func frame(of index: Int) -> CGRect? {
        guard let (section, item) = sections.position(of: index) else { return nil }
        let along = cellsStart(section) + Double(item / lanes) * (side + spacing)
        return box(along: along, across: Double(item % lanes) * (side + spacing), side, side)
    }

    /// Where a section's heading lies; nil where it has none.
    public func headingFrame(of section: Int) -> CGRect? {
        guard section >= 0, section < sections.count, headingLength > 0, sections[section].day != nil else {
            return nil
        }
        return box(along: tops[section], across: 0, headingLength, breadth)
    }

    /// Where a section lies along the direction of scrolling, its heading included: for a heading that stays at the top.
    public func extent(of section: Int) -> Range<Double> { tops[section]..<tops[section + 1] }

    // MARK: From points to places

    /// The place whose tile lies at a point; nil between tiles, on headings and outside.
    public func index(at point: CGPoint) -> Int? {
        let (along, across) = coordinates(of: point)
        guard let section = section(at: along) else { return nil }
        let (line, lane) = ((along - cellsStart(section)) / (side + spacing), across / (side + spacing))
        guard line >= 0, lane >= 0, lane < Double(lanes) else { return nil }
        let inside = side / (side + spacing)
        guard line - line.rounded(.down) < inside, lane - lane.rounded(.down) < inside else { return nil }
        return sections.index(section: section, item: Int(line) * lanes + Int(lane))
    }

    /// The place nearest to a point, for a finger that slides over gaps, headings and edges; nil for an empty grid.
    public func nearestIndex(to point: CGPoint) -> Int? {
        guard sections.assetCount > 0 else { return nil }
        let (along, across) = coordinates(of: point)
        let clamped = min(max(0, along.isFinite ? along : 0), max(0, length - 1))
        let section = section(at: clamped) ?? sections.count - 1
        let range = sections[section].range
        let line = max(0, Int((clamped - cellsStart(section)) / (side + spacing)))
        let lane = min(max(0, Int((across.isFinite ? across : 0) / (side + spacing))), lanes - 1)
        return min(range.lowerBound + line * lanes + lane, range.upperBound - 1)
    }

    /// The places whose tiles can be seen between two offsets along the direction of scrolling; empty when there are none.
    public func indices(from start: Double, to end: Double) -> Range<Int> {
        guard end > start, sections.assetCount > 0, end > 0, start < length else { return 0..<0 }
        let first = firstIndex(endingBehind: start)
        let last = lastIndex(beginningBefore: end)
        return first <= last ? first..<last + 1 : first..<first
    }

    /// The places whose tiles touch a box, line by line in reading order: what a rubber band holds.
    public func indices(in band: CGRect) -> [Range<Int>] {
        let band = band.standardized
        let corners = [coordinates(of: band.origin), coordinates(of: CGPoint(x: band.maxX, y: band.maxY))]
        let along = min(corners[0].along, corners[1].along)...max(corners[0].along, corners[1].along)
        let across = min(corners[0].across, corners[1].across)...max(corners[0].across, corners[1].across)
        let step = side + spacing
        let first = max(0, Int(((across.lowerBound - side) / step).rounded(.up)))
        let last = min(lanes - 1, Int((across.upperBound / step).rounded(.down)))
        let seen = indices(from: along.lowerBound, to: max(along.upperBound, along.lowerBound + 0.001))
        guard first <= last, across.upperBound >= 0, !seen.isEmpty else { return [] }
        if first == 0, last == lanes - 1 { return [seen] }
        var found: [Range<Int>] = []
        var index = seen.lowerBound
        while index < seen.upperBound, let (section, item) = sections.position(of: index) {
            let range = sections[section].range
            let start = range.lowerBound + item / lanes * lanes
            let end = min(start + lanes, range.upperBound)
            // A short line may end before the band begins.
            if start + first < end { found.append(start + first..<min(start + last + 1, end)) }
            index = end
        }
        return found
    }

    // MARK: Scrolling

    /// How far to scroll for a tile to be seen whole, moving as little as possible.
    /// - Parameters:
    ///   - index: the place.
    ///   - offset: how far it is scrolled now.
    ///   - viewLength: how much is seen along the direction of scrolling.
    public func offset(showing index: Int, from offset: Double, viewLength: Double) -> Double {
        guard let along = along(of: index) else { return offset }
        let most = max(0, length - viewLength)
        let wanted =
            if along < offset || side > viewLength { along } else if along + side > offset + viewLength {
                along + side - viewLength
            } else { offset }
        // Below nothing, something stands before the tiles that may stay in sight.
        return min(max(min(0, offset), wanted), most)
    }

    /// How far to scroll for a tile to lie where another geometry showed it: after a change of columns, a turn of the device, or a
    /// change of the library that gave it another place.
    /// - Parameters:
    ///   - index: its place.
    ///   - old: how things lay before, and `oldIndex` its place there.
    ///   - offset: how far it was scrolled.
    ///   - viewLength: how much is seen now.
    public func offset(
        keeping index: Int, from old: GridGeometry, index oldIndex: Int, offset: Double, viewLength: Double
    ) -> Double {
        guard let before = old.along(of: oldIndex), let now = along(of: index) else { return offset }
        let distance = before + old.side / 2 - offset
        return min(max(0, now + side / 2 - distance), max(0, length - viewLength))
    }

    // MARK: The keyboard

    /// The place that a step leads to; the same where there is none. An index outside counts as the nearest inside.
    /// - Parameters:
    ///   - viewLength: how much is seen along the direction of scrolling.
    ///   - lane: the lane to keep to over shorter lines; nil for the one that the place is in.
    public func moved(_ index: Int, _ move: GridMove, viewLength: Double, lane: Int? = nil) -> Int {
        guard sections.assetCount > 0 else { return 0 }
        let index = min(max(0, index), sections.assetCount - 1)
        let lane = lane ?? self.lane(of: index)
        let page = max(1, Int(viewLength / (side + spacing)))
        switch move {
        case .previous: return max(0, index - 1)
        case .next: return min(sections.assetCount - 1, index + 1)
        case .first: return 0
        case .last: return sections.assetCount - 1
        case .rowStart: return line(of: index).lowerBound
        case .rowEnd: return line(of: index).upperBound - 1
        case .rowBefore: return moved(index, lines: -1, lane)
        case .rowAfter: return moved(index, lines: 1, lane)
        case .pageBefore: return moved(index, lines: -page, lane)
        case .pageAfter: return moved(index, lines: page, lane)
        }
    }

    /// The lane that a place is in; 0 outside.
    public func lane(of index: Int) -> Int { index - line(of: index).lowerBound }

    // MARK: Inside

    /// Where a tile begins along the direction of scrolling.
    private func along(of index: Int) -> Double? {
        guard let (section, item) = sections.position(of: index) else { return nil }
        return cellsStart(section) + Double(item / lanes) * (side + spacing)
    }

    private func cellsStart(_ section: Int) -> Double {
        tops[section] + (sections[section].day == nil ? 0 : headingLength)
    }

    /// The section at an offset; nil outside.
    private func section(at along: Double) -> Int? {
        guard along >= 0, sections.count > 0, along < tops[tops.count - 1] else { return nil }
        var (low, high) = (0, sections.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if tops[middle] <= along { low = middle } else { high = middle }
        }
        return low
    }

    private func firstIndex(endingBehind start: Double) -> Int {
        guard start > 0, let section = section(at: start) else { return 0 }
        let range = sections[section].range
        let line = Int((start - cellsStart(section)) / (side + spacing))
        let isBehind = start - cellsStart(section) - Double(line) * (side + spacing) >= side
        return min(range.lowerBound + max(0, line + (isBehind ? 1 : 0)) * lanes, range.upperBound)
    }

    private func lastIndex(beginningBefore end: Double) -> Int {
        guard let section = section(at: end.nextDown) else { return sections.assetCount - 1 }
        let range = sections[section].range
        let into = end.nextDown - cellsStart(section)
        // On the heading, what lies before it is the last that is seen.
        guard into >= 0 else { return range.lowerBound - 1 }
        return min(range.lowerBound + (Int(into / (side + spacing)) + 1) * lanes, range.upperBound) - 1
    }

    /// The places of the line that holds a place.
    private func line(of index: Int) -> Range<Int> {
        guard let (section, item) = sections.position(of: index) else { return index..<index + 1 }
        let range = sections[section].range
        let start = range.lowerBound + item / lanes * lanes
        return start..<min(start + lanes, range.upperBound)
    }

    private func moved(_ index: Int, lines: Int, _ lane: Int) -> Int {
        var line = line(of: index)
        for _ in 0..<abs(lines) {
            let next = lines < 0 ? line.lowerBound - 1 : line.upperBound
            guard next >= 0, next < sections.assetCount else { break }
            line = self.line(of: next)
        }
        return min(line.lowerBound + lane, line.upperBound - 1)
    }

    private func coordinates(of point: CGPoint) -> (along: Double, across: Double) {
        switch axis {
        case .vertical: (point.y, isRightToLeft ? breadth - point.x : point.x)
        case .horizontal: (isRightToLeft ? length - point.x : point.x, point.y)
        }
    }

    private func box(along: Double, across: Double, _ deep: Double, _ wide: Double) -> CGRect {
        switch axis {
        case .vertical:
            CGRect(x: isRightToLeft ? breadth - across - wide : across, y: along, width: wide, height: deep)
        case .horizontal:
            CGRect(x: isRightToLeft ? length - along - deep : along, y: across, width: deep, height: wide)
        }
    }
}
