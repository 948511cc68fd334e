extension ImagePicker {
    /// How an app's own tiles are made, by place: an action, a media type. What has none gets ours. `Tile` is the platform's.
    ///
    /// Complete before the picker shows; what is said afterwards is a typed error. Main actor.
    @MainActor public struct TileFactories<Place: Hashable & Sendable, Tile> {
        /// Makes a tile. Asked as often as tiles are needed at once.
        public typealias Make = @MainActor () -> Tile

        private var makers: [Place: Make] = [:]
        /// The tiles that were made to be looked at, and are used first.
        private var spare: [Place: Tile] = [:]
        /// Whether nothing more can be said.
        public private(set) var isFixed = false

        /// Ours everywhere.
        public init() {}

        /// Says how the tiles of some places are made; the last word on a place counts. One is made at once, and looked at.
        /// - Parameters:
        ///   - places: where such tiles stand; none changes nothing.
        ///   - name: what to call them in an error.
        ///   - isRight: whether a tile is one that the platform can show.
        /// - Throws: `alreadyShown` once it is fixed, `wrongTile`; then nothing has changed.
        public mutating func use(
            for places: [Place], of name: String, _ make: @escaping Make,
            where isRight: @MainActor (Tile) -> Bool = { _ in true }
        ) throws(ImagePickerError) {
            guard !isFixed else { throw .alreadyShown }
            guard let first = places.first else { return }
            let tile = make()
            guard isRight(tile) else { throw .wrongTile(name) }
            for place in places { (makers[place], spare[place]) = (make, nil) }
            spare[first] = tile
        }

        /// The picker shows: nothing more can be said.
        public mutating func fix() { isFixed = true }

        /// Whether a place has tiles of the app's own.
        public func has(_ place: Place) -> Bool { makers[place] != nil }

        /// A tile for a place; nil for ours.
        public mutating func tile(for place: Place) -> Tile? {
            spare.removeValue(forKey: place) ?? makers[place]?()
        }
    }
}
