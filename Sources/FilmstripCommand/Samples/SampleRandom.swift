import FilmstripTesting

/// Random choices that are the same for the same seed, on every machine.
struct SampleRandom: RandomNumberGenerator, Sendable {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    /// A generator of its own for one purpose, so that more numbers for one thing do not change another.
    init(seed: UInt64, purpose: Int) {
        var mixer = SampleRandom(seed: seed ^ UInt64(bitPattern: Int64(purpose)) &* 0xD1B5_4A32_D192_ED03)
        self.init(seed: mixer.next())
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// A whole number of the range, its ends included.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// A number of the range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }

    /// True that often.
    mutating func chance(_ probability: Double) -> Bool { number(in: 0...1) < probability }

    /// One of them.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[integer(in: 0...(elements.count - 1))] }
}
