import Filmstrip
import FilmstripTesting
import Testing

@Suite struct CameraSessionMachineTests {
    private typealias State = CameraSessionState
    private typealias Event = CameraSessionMachine.Event
    private typealias Action = CameraSessionMachine.Action

    private static let camera = CameraDevice(id: "a", name: "A", position: .rear, kind: .simulated)
    private static let other = CameraDevice(id: "b", name: "B", position: .front, kind: .simulated)

    /// Each state has a letter, and those of the first row are the ones that every event is tried in.
    private static let tried = "I S T R C b r p f n c v P X"
    private static let states: [Character: CameraSessionState] = [
        "I": .idle, "S": .starting(replacing: nil), "T": .starting(replacing: camera), "R": .running(camera),
        "C": .capturing(camera), "b": .recording(camera, .beginning), "r": .recording(camera, .rolling),
        "p": .recording(camera, .paused), "f": .recording(camera, .finishing),
        "n": .interrupted(.serviceLost, camera, during: nil),
        "c": .interrupted(.serviceLost, camera, during: .capturing),
        "v": .interrupted(.serviceLost, camera, during: .recording), "P": .stopping, "X": .failed(.cameraLost("a")),
        // Only met as results.
        "Q": .running(other), "m": .interrupted(.noFrames, camera, during: nil),
        "d": .interrupted(.noFrames, camera, during: .capturing),
        "w": .interrupted(.noFrames, camera, during: .recording), "Y": .failed(.noCamera),
        "Z": .failed(.permissionLost),
    ]
    private static let actions: [Substring: CameraSessionMachine.Action] = [
        "": .none, "open": .open, "close": .close, "photo": .takePhoto, "begin": .beginRecording, "end": .endRecording,
        "pause": .pauseRecording, "resume": .resumeRecording, "adjust": .adjust, "live": .changeLive, "back": .readjust,
        "!busy": .refuse(.busy), "!not": .refuse(.notReady),
        "!rec": .refuse(.recordingInProgress), "!lost": .refuse(.cameraLost("a")),
    ]

    /// For each event, in the order of `tried`, the next state, `=` for the same one, and after a dot the action.
    private static let table: [(CameraSessionMachine.Event, String)] = [
        (.start, "S.open = = = = = = = = = = = =.!busy S.open"),
        (
            .change,
            "=.!not =.!busy =.!busy T.open =.!busy =.!rec =.!rec =.!rec =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (.opened(other), "=.close Q Q = = = = = = = = = =.close =.close"),
        (.openingFailed(.noCamera), "= Y R = = = = = = = = = = ="),
        (
            .capture,
            "=.!not =.!busy =.!busy C.photo =.!busy =.!rec =.!rec =.!rec =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (.captureEnded, "= = = = R = = = = = n = = ="),
        (
            .record,
            "=.!not =.!busy =.!busy b.begin =.!busy =.!rec =.!rec =.!rec =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (.recordingBegan, "=.end = = = = r = = =.end = = =.end =.end =.end"),
        (.endRecording, "=.!not =.!busy =.!busy =.!not =.!busy f f.end f.end = =.!not =.!not = =.!not =.!lost"),
        (
            .pauseRecording,
            "=.!not =.!busy =.!busy =.!not =.!busy =.!rec p.pause = =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (
            .resumeRecording,
            "=.!not =.!busy =.!busy =.!not =.!busy =.!rec = r.resume =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (.recordingEnded, "= = = = = R R R R = = n = ="),
        (
            .adjust,
            "=.!not =.!busy =.!busy =.adjust =.adjust =.adjust =.adjust =.adjust =.adjust =.!not =.!not =.!not =.!not =.!lost"
        ),
        (
            .changeLive,
            "=.!not =.!busy =.!busy =.live =.!busy =.!rec =.!rec =.!rec =.!rec =.!not =.!not =.!not =.!not =.!lost"
        ),
        (.subjectAreaChanged, "= = = =.back = = = = = = = = = ="),
        (.interrupted(.noFrames), "= = = m d w.end w.end w.end w.end m d w = ="),
        (.resumed, "= = = = = = = = = R C f = ="),
        (
            .failed(.permissionLost),
            "= Z.close Z.close Z.close Z.close Z.close Z.close Z.close Z.close Z.close Z.close Z.close = ="
        ),
        (
            .stop,
            "= P.close P.close P.close P.close P.close P.close P.close P.close P.close P.close P.close = I"
        ),
        (.stopped, "= = = = = = = = = = = = I ="),
    ]

    @Test(arguments: table)
    func `Every event in every state has its place in the table`(event: CameraSessionMachine.Event, row: String) throws
    {
        let cells = row.split(separator: " ")
        let letters = Self.tried.split(separator: " ")
        try #require(cells.count == letters.count)
        for (letter, cell) in zip(letters, cells) {
            let parts = cell.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let state = try #require(letter.first.flatMap { Self.states[$0] })
            let next = try #require(parts[0] == "=" ? state : parts[0].first.flatMap { Self.states[$0] })
            let action = try #require(Self.actions[parts.count > 1 ? parts[1] : ""])
            var machine = CameraSessionMachine(state: state)
            #expect(machine.handle(event) == action, "\(event) in \(letter)")
            #expect(machine.state == next, "\(event) in \(letter)")
        }
    }

    @Test func `The table has every event and every state`() {
        // Grows with the machine: a switch without a default fails to compile when an event is missing here.
        func number(_ event: CameraSessionMachine.Event) -> Int {
            switch event {
            case .start: 0
            case .change: 1
            case .opened: 2
            case .openingFailed: 3
            case .capture: 4
            case .captureEnded: 5
            case .record: 6
            case .recordingBegan: 7
            case .endRecording: 8
            case .pauseRecording: 9
            case .resumeRecording: 10
            case .recordingEnded: 11
            case .adjust: 12
            case .changeLive: 13
            case .subjectAreaChanged: 14
            case .interrupted: 15
            case .resumed: 16
            case .failed: 17
            case .stop: 18
            case .stopped: 19
            }
        }
        #expect(Self.table.map { number($0.0) } == Array(0...19))
        #expect(
            Self.tried.split(separator: " ").count
                == 6 + CameraSessionState.RecordingPhase.allCases.count + 1
                + CameraSessionState.Activity.allCases.count + 1)
    }

    @Test func `A refused operation never changes the state, whatever came before`() {
        var random = SeededGenerator(seed: 9)
        let events = Self.table.map(\.0)
        for _ in 0..<500 {
            var machine = CameraSessionMachine()
            for _ in 0..<40 {
                guard let event = events.randomElement(using: &random) else { return }
                let before = machine.state
                if case .refuse = machine.handle(event) { #expect(machine.state == before) }
            }
            // From anywhere, a stop and its end lead back to idle.
            _ = machine.handle(.stop)
            _ = machine.handle(.stopped)
            #expect(machine.state == .idle)
        }
    }

    @Test func `Only active states have a camera, and the one that is being replaced counts`() {
        for (letter, state) in Self.states {
            let hasCamera = !"ISPXYZ".contains(letter)
            #expect((state.camera != nil) == hasCamera, "\(letter)")
            #expect(state.isActive == !"IPXYZ".contains(letter), "\(letter)")
        }
    }
}
