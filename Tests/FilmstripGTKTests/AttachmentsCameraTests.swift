import Foundation
import PrivateDesktop
import Testing

/// The attachments grid together with the real camera screen, over simulated cameras.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct AttachmentsCameraTests {
    private func add(_ left: Int) -> String { "^Choose a Picture, \(left) Left$" }
    /// From the + tile to the camera.
    private let take: [[Any]] = [
        ["press", "push button", "^Choose a Picture"], ["press", "push button", "^Take Photo$"],
    ]
    private let live: [Any] = ["await", "push button", "^Take Photo$", "sensitive"]
    /// The sheet has a row of the same name as the shutter.
    private let opened: [Any] = ["gone", "push button", "^Choose from Library$"]
    private let use: [[Any]] = [
        ["press", "push button", "^Take Photo$"], ["see", "push button", "^Use$"], ["press", "push button", "^Use$"],
    ]
    private func attach(_ options: String..., surroundings: [String] = []) -> [Any] {
        ["start", Screen.program("WindowProbe")] + surroundings + ["attach", "--screen", "--shots", "1"] + options
    }

    private func lines(_ found: [Any]) throws -> [String] {
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        return output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test
    func `4.8, 4.9, 4.10, 4.12 + leads to the sheet and the camera, which flips in; its photo is attached and saved`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach("--adding", "notDetermined")] + take + [opened, live] + use + [
                ["see", "push button", "^Photo.*1 of 1$"], ["see", "push button", add(5)], ["see", "*", "^Saved$"],
                ["hush", "^Saved$"],
            ] + take + [opened, live, ["key", "Escape"], ["gone", "push button", "^Take Photo$"], ["close"], ["end"]])
        #expect(
            try lines(found) == ["attached photo:ready", "the camera came by flip", "saved 1, asked library-add"])
    }

    @Test func `4.9, 5.13 where the user wants less motion the camera fades in`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach(surroundings: ["--still"])] + take + [
                opened, live, ["press", "push button", "^Cancel$"], ["gone", "push button", "^Take Photo$"], ["close"],
                ["end"],
            ])
        #expect(try lines(found) == ["attached", "the camera came by crossfade", "saved 0, asked"])
    }

    @Test func `4.9, 4.10 the question comes before the camera, and a photo that may not be saved stays attached`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach("--camera", "notDetermined", "--adding", "denied")] + take + [opened, live] + use + [
                ["see", "*", "^You have not allowed adding to your photos"], ["press", "push button", "^Not Now$"],
                ["gone", "push button", "^Not Now$"], ["see", "push button", "^Photo.*1 of 1$"], ["close"], ["end"],
            ])
        #expect(
            try lines(found) == ["attached photo:ready", "the camera came by flip", "saved 0, asked camera"])
        // Without permission no camera window comes at all.
        for status in ["denied", "restricted"] {
            let refused = try await screen.walk(
                [attach("--camera", status)] + take + [
                    opened, ["see", "push button", status == "denied" ? "^Turn On$" : "^OK$"],
                    ["gone", "push button", "^Take Photo$"], ["key", "Escape"],
                    ["gone", "push button", "^(Cancel|OK)$"], ["close"],
                    ["end"],
                ])
            #expect(try lines(refused) == ["attached", "saved 0, asked"])
        }
    }

    @Test func `C55, 4.5 a camera that gives two photos where there is room for one: one is attached, behind the four`()
        async throws
    {
        // mikaoj/BSImagePicker #89, #139; banchichen/TZImagePickerController #176
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let taps: [[Any]] = [4, 2, 3, 1].map { ["click", "check box", "\\b\($0) of 12\\b"] }
        let found = try await screen.walk(
            [
                ["start", Screen.program("WindowProbe"), "attach", "--max", "5", "--shots", "2"],
                ["press", "push button", add(5)], ["press", "push button", "^Choose from Library$"],
            ] + taps + [
                ["press", "push button", "^Done$"], ["gone", "check box", ""], ["see", "push button", add(1)],
            ] + take + [
                ["see", "push button", "^Photo.*5 of 5$"], ["gone", "push button", "^Choose a Picture"], ["close"],
                ["end"],
            ])
        let attached = try #require(try lines(found).first)
        #expect(attached == "attached memory-3:ready memory-1:ready memory-2:ready memory-0:ready photo:ready")
    }
}
