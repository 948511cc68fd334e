extension Texts {
    /// What a page says that has no pictures to show. What it says about permissions is in `photos`.
    public struct Pages: Sendable, Hashable {
        /// A page's title and what may help.
        public struct Page: Sendable, Hashable {
            /// What there is to say, in a few words.
            public var title: String
            /// Why, or what helps.
            public var message: String
        }

        /// The pictures are on their way.
        public var loading: String
        /// The library has nothing that could be shown.
        public var empty: Page
        /// An album has nothing that could be shown.
        public var emptyAlbum: Page
        /// Nothing has a name like the one that was looked for.
        public var nothingFound: Page
        /// The album was removed while it was open.
        public var albumGone: Page
        /// The library could not be opened.
        public var failed: Page
    }

    /// How days are named. `{year}`, `{month}` and `{day}` stand for a name from `months` and for numbers.
    public struct Dates: Sendable, Hashable {
        /// The current day.
        public var today: String
        /// The day before it.
        public var yesterday: String
        /// The twelve months, January first.
        public var months: [String]
        /// A day of the current year.
        public var day: String
        /// A day of any year.
        public var dayOfYear: String
        /// A month of any year.
        public var month: String
        /// A year.
        public var year: String
    }

    /// What a screen reader says of a picture.
    public struct Spoken: Sendable, Hashable {
        /// A still.
        public var photo: String
        /// A movie.
        public var video: String
        /// A still with a movie around it.
        public var livePhoto: String
        /// What is special about an asset, and worth saying.
        public var subtypes: [String: String]
        /// Hours of a duration.
        public var hours: PluralText
        /// Minutes of a duration.
        public var minutes: PluralText
        /// Seconds of a duration.
        public var seconds: PluralText
        /// `{n}` of `{all}`: the place in a grid.
        public var place: String
        /// It is chosen.
        public var selected: String
        /// It is chosen, and the place in tap order matters: `{n}`.
        public var selectedAs: String
        /// It is being thought about.
        public var waiting: String
        /// It cannot be chosen, for the `{reason}`.
        public var blocked: String
        /// Its original has to be downloaded first.
        public var remote: String
        /// The user marked it.
        public var favorite: String
        /// A picture of which nothing is known yet.
        public var loading: String
        /// The bar beside a grid that leads to any date.
        public var dates: String
    }
}
