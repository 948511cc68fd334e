/// One verb of the command: its declaration, its options as values, and what it does.
protocol Verb: Sendable {
    static var syntax: VerbSyntax { get }
    /// Reads the options.
    /// - Throws: `usage`.
    init(_ invocation: Invocation) throws(CommandError)
    /// Does it. An item that fails among several is told to `desk.report`; what ends the whole verb is thrown.
    func run(_ desk: Desk) async throws
}

/// All verbs, in the order of the help.
enum VerbCatalogue {
    static let all: [any Verb.Type] = [
        CamerasVerb.self, PermissionsVerb.self, ShootVerb.self, RecordVerb.self, PickVerb.self, LibraryIndexVerb.self,
        LibraryListVerb.self, LibraryAlbumsVerb.self, LibraryProblemsVerb.self, LibraryAddVerb.self,
        LibraryWatchVerb.self,
        InfoVerb.self, DetailsVerb.self, ThumbVerb.self, CropVerb.self, ExportVerb.self, LiveSplitVerb.self,
        LiveJoinVerb.self, LiveConvertVerb.self, EncodeVerb.self, DecodeVerb.self, SamplesVerb.self, DemoVerb.self,
    ]
}
