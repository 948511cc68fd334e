import Foundation

/// A colour of the scene before light and exposure, each part 0 to 255.
struct SceneInk {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// This colour with so much of another in it, 0 to 1.
    func mixed(with other: SceneInk, _ part: Double) -> SceneInk {
        SceneInk(
            red + (other.red - red) * part, green + (other.green - green) * part, blue + (other.blue - blue) * part)
    }

    /// This colour times a factor.
    func shaded(_ factor: Double) -> SceneInk { SceneInk(red * factor, green * factor, blue * factor) }
}

/// A vertical run of colours.
struct SceneGradient {
    /// Places, ascending, and the colour at each.
    let stops: [(place: Double, ink: SceneInk)]

    func ink(at place: Double) -> SceneInk {
        guard let next = stops.firstIndex(where: { $0.place > place }) else { return stops[stops.count - 1].ink }
        guard next > 0 else { return stops[0].ink }
        let (low, high) = (stops[next - 1], stops[next])
        return low.ink.mixed(with: high.ink, (place - low.place) / (high.place - low.place))
    }
}

/// How the light and the device change what is drawn.
struct SceneLight: Hashable {
    /// What exposure multiplies each value by; 1 for none.
    var gain = 1.0
    /// Whether flash or torch burns: all is brighter, and what is dark most of all.
    var isLit = false

    /// The pixel of a colour: blue, green, red, 255 in memory.
    func pixel(_ ink: SceneInk) -> UInt32 {
        UInt32(littleEndian: 0xFF00_0000 | part(ink.red) << 16 | part(ink.green) << 8 | part(ink.blue))
    }

    private func part(_ value: Double) -> UInt32 {
        let lit = isLit ? value * 1.2 + 34 : value
        return UInt32(min(255, max(0, lit * gain)))
    }
}

/// Small numbers that look random and are always the same.
struct SceneDice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// The next number, 0 up to 1.
    mutating func roll() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 40) / Double(1 << 24)
    }

    mutating func roll(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + roll() * (range.upperBound - range.lowerBound)
    }
}
