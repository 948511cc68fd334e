import CVideo4Linux
import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

struct V4L2DevicesTests {
    private static let capture = fs_cap_video_capture | fs_cap_streaming
    private static let colour = (code: "YUYV", sizes: [(UInt32(640), UInt32(480))], rates: [UInt32(30)])
    private static let grey = (code: "GREY", sizes: [(UInt32(640), UInt32(360))], rates: [UInt32(15)])

    // GunduLabs/gaze 404, qTox 6058: dead, duplicate and infrared entries.
    @Test func `C71 the list is the colour camera, then the infrared one by another name, and nothing else`() {
        let kernel = FakeKernel([
            "/dev/video0": .init(
                card: "Cam A", bus: "usb-1.1", deviceCapabilities: Self.capture, formats: [Self.colour]),
            "/dev/video1": .init(
                card: "Cam A", bus: "usb-1.1", deviceCapabilities: fs_cap_meta_capture | fs_cap_streaming,
                formats: [Self.colour]),
            "/dev/video2": .init(card: "Cam A", bus: "usb-1.2", deviceCapabilities: Self.capture, formats: [Self.grey]),
            "/dev/video3": .init(
                card: "Loop", bus: "loop", deviceCapabilities: fs_cap_video_output | fs_cap_streaming,
                formats: [Self.colour]),
        ])
        let cameras = V4L2Devices(calls: kernel.calls).cameras()
        #expect(cameras.map(\.name) == ["Cam A", "Cam A (infrared)"])
        #expect(cameras.map(\.id) == ["v4l2:usb-1.1", "v4l2:usb-1.2"])
        #expect(cameras[0].formats.first?.size == PixelSize(width: 640, height: 480))
        #expect(kernel.openCount == 0)
    }

    // The same reports: one webcam's two nodes say the same place in the machine.
    @Test(arguments: [(colour: "/dev/video0", grey: "/dev/video2"), (colour: "/dev/video2", grey: "/dev/video0")])
    func `C71 the colour and the infrared camera of one webcam are each opened as listed`(
        paths: (colour: String, grey: String)
    ) async throws {
        let kernel = FakeKernel([
            paths.colour: .init(
                card: "Cam A", bus: "usb-1.1", deviceCapabilities: Self.capture, formats: [Self.colour]),
            paths.grey: .init(card: "Cam A", bus: "usb-1.1", deviceCapabilities: Self.capture, formats: [Self.grey]),
        ])
        let cameras = V4L2Devices(calls: kernel.calls).cameras()
        #expect(cameras.map(\.id) == ["v4l2:usb-1.1", "v4l2:usb-1.1#2"])
        #expect(cameras.map(\.name) == ["Cam A", "Cam A (infrared)"])
        let bench = CaptureBench([]) {
            $0.access = KernelAccess()
            $0.v4l2 = kernel.calls
        }
        for (device, path) in zip(cameras, [paths.colour, paths.grey]) {
            let (plan, _) = try await bench.camera.plan(for: CameraConfiguration(camera: device.id))
            guard case .v4l2(path) = plan.source else {
                Issue.record("\(device.name) is at \(plan.source)")
                continue
            }
            #expect(plan.device == device)
        }
    }

    @Test func `C71 two webcams of one kind stay two, each with its own id`() {
        let kernel = FakeKernel([
            "/dev/video0": .init(card: "Web", bus: "usb-2", deviceCapabilities: Self.capture, formats: [Self.colour]),
            "/dev/video4": .init(card: "Web", bus: "usb-3", deviceCapabilities: Self.capture, formats: [Self.colour]),
        ])
        let renumbered = FakeKernel([
            "/dev/video1": .init(card: "Web", bus: "usb-3", deviceCapabilities: Self.capture, formats: [Self.colour]),
            "/dev/video2": .init(card: "Web", bus: "usb-2", deviceCapabilities: Self.capture, formats: [Self.colour]),
        ])
        let before = V4L2Devices(calls: kernel.calls).cameras().map(\.id)
        #expect(before == ["v4l2:usb-2", "v4l2:usb-3"])
        #expect(V4L2Devices(calls: renumbered.calls).cameras().map(\.id) == before)
    }

    @Test func `A camera that cannot be opened, and one without a format of ours, are left out`() {
        let kernel = FakeKernel([
            "/dev/video0": .init(
                card: "Gone", deviceCapabilities: Self.capture, formats: [Self.colour], openError: ENODEV),
            "/dev/video1": .init(
                card: "Odd", deviceCapabilities: Self.capture, formats: [("ABCD", [(640, 480)], [30])]),
        ])
        #expect(V4L2Devices(calls: kernel.calls).cameras().isEmpty)
    }

    @Test func `C73 no node at all is no camera, with that name`() async {
        let kernel = FakeKernel([:])
        let bench = CaptureBench([]) {
            $0.access = KernelAccess()
            $0.v4l2 = kernel.calls
        }
        await #expect(throws: CameraError.noCamera) { try await bench.camera.devices() }
        await #expect(throws: CameraError.noCamera) {
            try await bench.camera.start(CameraConfiguration(camera: "v4l2:usb-1"))
        }
        #expect(kernel.openCount == 0)
    }

    @Test func `C73 a camera that another program has is named so, and nothing stays open`() async {
        let kernel = FakeKernel([
            "/dev/video0": .init(
                card: "Web", deviceCapabilities: Self.capture, formats: [Self.colour], openError: EBUSY)
        ])
        let bench = CaptureBench([]) {
            $0.access = KernelAccess()
            $0.v4l2 = kernel.calls
        }
        await #expect(throws: CameraError.cameraInUse("/dev/video0")) { try await bench.camera.devices() }
        #expect(kernel.openCount == 0)
    }
}

/// The way past PipeWire.
struct KernelAccess: CameraAccessProvider {
    func openCameraAccess() async throws(CameraError) -> CameraAccess { .v4l2 }
}

struct V4L2ControlsTests {
    private static let path = "/dev/video0"

    private func device(stuck: Set<UInt32> = []) -> FakeKernel {
        FakeKernel([
            Self.path: .init(
                card: "Cam", deviceCapabilities: fs_cap_video_capture | fs_cap_streaming,
                controls: [
                    fs_cid_focus_auto: (0...1, 1), fs_cid_exposure_auto: (0...3, 3), fs_cid_exposure_bias: (0...8, 4),
                    fs_cid_zoom_absolute: (100...500, 100),
                ], stuck: stuck)
        ])
    }

    private func controls(_ kernel: FakeKernel) throws -> V4L2Controls {
        try #require(V4L2Controls.open(Self.path, kernel.calls))
    }

    @Test func `What a device has is told, and what it lacks is nil`() throws {
        let controls = try controls(device())
        #expect(controls.focus?.modes == [.continuous, .locked])
        #expect(controls.focus?.takesPoint == false)
        #expect(controls.exposure?.modes == [.continuous, .locked])
        #expect(controls.zoom == 1...5)
        #expect(controls.flash == nil)
        let bare = FakeKernel([Self.path: .init(card: "Bare", deviceCapabilities: fs_cap_video_capture)])
        let none = try self.controls(bare)
        #expect(none.focus == nil && none.exposure == nil && none.zoom == nil && none.flash == nil)
    }

    @Test func `2.9 a set of changes reaches the device, modes before values`() throws {
        let kernel = device()
        try controls(kernel).apply(
            DeviceAdjustment(focusMode: .locked, exposureMode: .locked, exposureBias: 1, zoom: 2.5))
        #expect(kernel.value(fs_cid_focus_auto, of: Self.path) == 0)
        #expect(kernel.value(fs_cid_exposure_auto, of: Self.path) == 1)
        #expect(kernel.value(fs_cid_exposure_bias, of: Self.path) == 6)
        #expect(kernel.value(fs_cid_zoom_absolute, of: Self.path) == 250)
        #expect(
            kernel.written == [fs_cid_focus_auto, fs_cid_exposure_auto, fs_cid_exposure_bias, fs_cid_zoom_absolute])
    }

    @Test func `2.9 a set of which one part fails leaves the device as it was`() throws {
        let kernel = device(stuck: [fs_cid_zoom_absolute])
        let controls = try controls(kernel)
        let error = #expect(throws: CameraError.self) {
            try controls.apply(DeviceAdjustment(focusMode: .locked, exposureBias: -1, zoom: 2))
        }
        #expect(error?.code == .configurationFailed)
        #expect(error?.message.contains("zoom") == true)
        #expect(kernel.value(fs_cid_focus_auto, of: Self.path) == 1)
        #expect(kernel.value(fs_cid_exposure_bias, of: Self.path) == 4)
        #expect(kernel.value(fs_cid_zoom_absolute, of: Self.path) == 100)
    }

    @Test(arguments: [
        DeviceAdjustment(torch: true), DeviceAdjustment(zoom: 9), DeviceAdjustment(focusMode: .auto),
        DeviceAdjustment(focusMode: .locked, focusPoint: .center),
    ])
    func `2.9 what the device lacks is refused before anything is touched`(_ wanted: DeviceAdjustment) throws {
        let kernel = device()
        let controls = try controls(kernel)
        let error = #expect(throws: CameraError.self) { try controls.apply(wanted) }
        #expect(error?.code == .configurationFailed)
        #expect(kernel.written.isEmpty)
    }
}
