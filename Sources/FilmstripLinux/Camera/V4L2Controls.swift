import CVideo4Linux
import Filmstrip
import Foundation

/// Focus, exposure, zoom and light of a device of the kernel. PipeWire has no way to them, so that they go to the device
/// itself, beside the stream.
struct V4L2Controls: Sendable {
    /// One control that the device has.
    struct Control: Sendable, Hashable {
        var minimum: Int32
        var maximum: Int32
    }

    /// What can be set, by the kernel's number.
    let controls: [UInt32: Control]
    /// The values, in EV, of the steps of the exposure bias.
    let biasSteps: [Double]
    private let node: V4L2Node

    /// The names for messages, in the order in which they are set: modes before values, since a value counts in its mode only.
    private static let names: [(id: UInt32, name: String)] = [
        (fs_cid_focus_auto, "autofocus"), (fs_cid_auto_focus_start, "focus once"), (fs_cid_focus_absolute, "focus"),
        (fs_cid_exposure_auto, "exposure mode"), (fs_cid_exposure_bias, "exposure bias"),
        (fs_cid_zoom_absolute, "zoom"), (fs_cid_flash_led_mode, "light"),
    ]

    /// The controls of the device at that path; nil where it cannot be opened, as from inside a sandbox.
    static func open(_ path: String, _ calls: V4L2Calls) -> V4L2Controls? {
        do throws(V4L2Failure) {
            return V4L2Controls(try V4L2Node(path, calls))
        } catch {
            return nil
        }
    }

    /// Asks the device what it has.
    init(_ node: V4L2Node) {
        self.node = node
        var found: [UInt32: Control] = [:]
        for (id, _) in Self.names {
            var query = v4l2_queryctrl()
            query.id = id
            do throws(V4L2Failure) {
                try node.request(fs_vidioc_queryctrl, &query)
                // Disabled or read only.
                guard query.flags & (0x0001 | 0x0004) == 0 else { continue }
                found[id] = Control(minimum: query.minimum, maximum: query.maximum)
            } catch {
                // The device has no such control.
                continue
            }
        }
        controls = found
        biasSteps = found[fs_cid_exposure_bias].map { Self.biasSteps(node, $0) } ?? []
    }

    private static func biasSteps(_ node: V4L2Node, _ control: Control) -> [Double] {
        guard control.minimum >= 0, control.maximum < 256, control.minimum <= control.maximum else { return [] }
        return (control.minimum...control.maximum).map { index in
            var menu = v4l2_querymenu()
            menu.id = fs_cid_exposure_bias
            menu.index = UInt32(index)
            do { try node.request(fs_vidioc_querymenu, &menu) } catch { return .infinity }
            // An integer menu, in thousandths of an EV.
            let value = withUnsafeBytes(of: menu) { $0.loadUnaligned(fromByteOffset: 8, as: Int64.self) }
            return Double(value) / 1000
        }
    }

    // MARK: What there is

    var focus: CameraDevice.PointControl? {
        var modes: Set<AdjustmentMode> = []
        if controls[fs_cid_focus_auto] != nil { modes.formUnion([.continuous, .locked]) }
        if controls[fs_cid_auto_focus_start] != nil { modes.insert(.auto) }
        return modes.isEmpty ? nil : CameraDevice.PointControl(modes: modes, takesPoint: false)
    }

    var exposure: CameraDevice.PointControl? {
        guard controls[fs_cid_exposure_auto] != nil || !biasSteps.isEmpty else { return nil }
        let modes: Set<AdjustmentMode> = controls[fs_cid_exposure_auto] != nil ? [.continuous, .locked] : [.continuous]
        return CameraDevice.PointControl(modes: modes, takesPoint: false)
    }

    var zoom: ClosedRange<Double>? {
        guard let control = controls[fs_cid_zoom_absolute], control.minimum > 0, control.maximum > control.minimum
        else {
            return nil
        }
        return 1...Double(control.maximum) / Double(control.minimum)
    }

    var flash: Set<FlashMode>? { controls[fs_cid_flash_led_mode] == nil ? nil : Set(FlashMode.allCases) }

    // MARK: Changing it

    /// What an adjustment means for this device. Controls that it lacks are an error, before anything is touched.
    func settings(for wanted: DeviceAdjustment) throws(CameraError) -> [(id: UInt32, value: Int32)] {
        var settings: [UInt32: Int32] = [:]
        func set(_ id: UInt32, _ value: Int32, _ what: String) throws(CameraError) {
            guard let control = controls[id] else { throw .configurationFailed("the device has no \(what)") }
            guard (control.minimum...max(control.minimum, control.maximum)).contains(value) else {
                throw .configurationFailed("\(what) is out of range")
            }
            settings[id] = value
        }
        if let mode = wanted.focusMode {
            if mode == .auto {
                try set(fs_cid_auto_focus_start, 1, "focus once")
            } else {
                try set(fs_cid_focus_auto, mode == .continuous ? 1 : 0, "\(mode.rawValue) focus")
            }
        }
        if let mode = wanted.exposureMode, controls[fs_cid_exposure_auto] != nil {
            // Aperture priority is what webcams call automatic; full automatic starts at 0.
            let automatic: Int32 = controls[fs_cid_exposure_auto].map { $0.maximum >= 3 ? 3 : 0 } ?? 0
            try set(fs_cid_exposure_auto, mode == .locked ? 1 : automatic, "\(mode.rawValue) exposure")
        }
        if let bias = wanted.exposureBias {
            guard let first = controls[fs_cid_exposure_bias]?.minimum,
                let nearest = biasSteps.indices.min(by: { abs(biasSteps[$0] - bias) < abs(biasSteps[$1] - bias) }),
                biasSteps[nearest].isFinite
            else { throw .configurationFailed("the device has no exposure bias") }
            settings[fs_cid_exposure_bias] = first + Int32(nearest)
        }
        if let factor = wanted.zoom {
            let one = Double(controls[fs_cid_zoom_absolute]?.minimum ?? 0)
            try set(fs_cid_zoom_absolute, Int32((one * factor).rounded()), "zoom")
        }
        if let torch = wanted.torch, torch || controls[fs_cid_flash_led_mode] != nil {
            // 0 none, 1 flash, 2 torch.
            try set(fs_cid_flash_led_mode, torch ? 2 : 0, "light")
        }
        if wanted.focusPoint != nil || wanted.exposurePoint != nil {
            throw .configurationFailed("the device takes no point")
        }
        return Self.names.compactMap { entry in settings[entry.id].map { (entry.id, $0) } }
    }

    /// Makes all changes, or none: what was changed before one failed is set back.
    func apply(_ wanted: DeviceAdjustment) throws(CameraError) {
        let settings = try settings(for: wanted)
        guard !settings.isEmpty else { return }
        var done: [(id: UInt32, value: Int32)] = []
        for (id, value) in settings {
            do throws(V4L2Failure) {
                // A trigger has no value to go back to.
                let before = id == fs_cid_auto_focus_start ? nil : try read(id)
                try write(id, value)
                if let before { done.append((id, before)) }
            } catch {
                let name = Self.names.first { $0.id == id }?.name ?? "control"
                var detail = "\(name): \(error.text)"
                for (id, value) in done.reversed() {
                    do throws(V4L2Failure) { try write(id, value) } catch { detail += ", and it could not be set back" }
                }
                throw .configurationFailed(detail)
            }
        }
    }

    private func read(_ id: UInt32) throws(V4L2Failure) -> Int32 {
        try exchange(fs_vidioc_g_ext_ctrls, id, 0)
    }

    private func write(_ id: UInt32, _ value: Int32) throws(V4L2Failure) {
        _ = try exchange(fs_vidioc_s_ext_ctrls, id, value)
    }

    private func exchange(_ request: UInt, _ id: UInt32, _ value: Int32) throws(V4L2Failure) -> Int32 {
        let control = UnsafeMutablePointer<v4l2_ext_control>.allocate(capacity: 1)
        defer { control.deallocate() }
        control.initialize(to: v4l2_ext_control())
        control.pointee.id = id
        control.pointee.value = value
        var set = v4l2_ext_controls()
        set.count = 1
        set.controls = control
        try node.request(request, &set)
        return control.pointee.value
    }
}
