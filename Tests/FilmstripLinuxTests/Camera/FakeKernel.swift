import CVideo4Linux
import Filmstrip
import Foundation

@testable import FilmstripLinux

/// Cameras of a kernel that is not there.
final class FakeKernel: Sendable {
    struct Device: Sendable {
        var card: String
        var bus = "usb-1"
        var deviceCapabilities: UInt32
        /// Of the whole card, as the kernel reports it beside the node's own.
        var cardCapabilities: UInt32 = fs_cap_video_capture | fs_cap_meta_capture | fs_cap_streaming
        /// By the four characters of the format.
        var formats: [(code: String, sizes: [(UInt32, UInt32)], rates: [UInt32])] = []
        var controls: [UInt32: (range: ClosedRange<Int32>, value: Int32)] = [:]
        /// Controls that refuse to be set.
        var stuck: Set<UInt32> = []
        var openError: Int32?
    }

    private struct State {
        var devices: [String: Device]
        var open: [Int32: String] = [:]
        var next: Int32 = 100
        var written: [UInt32] = []
    }

    private let state: Locked<State>

    init(_ devices: [String: Device]) {
        state = Locked(State(devices: devices))
    }

    var openCount: Int { state.withLock { $0.open.count } }

    /// The controls that were set, in order.
    var written: [UInt32] { state.withLock { $0.written } }

    func value(_ control: UInt32, of path: String) -> Int32? {
        state.withLock { $0.devices[path]?.controls[control]?.value }
    }

    var calls: V4L2Calls {
        V4L2Calls(
            paths: { self.state.withLock { $0.devices.keys.sorted() } },
            open: { path in
                self.state.withLock { state in
                    guard let device = state.devices[path] else { return -ENOENT }
                    if let error = device.openError { return -error }
                    state.next += 1
                    state.open[state.next] = path
                    return state.next
                }
            },
            close: { descriptor in self.state.withLock { $0.open[descriptor] = nil } },
            ioctl: { descriptor, request, argument in
                nonisolated(unsafe) let argument = argument
                // Safe because the call returns before the caller goes on.
                return self.state.withLock { state in
                    guard let path = state.open[descriptor] else { return -EBADF }
                    return Self.answer(&state, path, request, argument)
                }
            })
    }

    private static func answer(
        _ state: inout State, _ path: String, _ request: UInt, _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        guard let device = state.devices[path] else { return -ENODEV }
        switch request {
        case fs_vidioc_querycap:
            let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
            write(device.card, to: &capability.pointee.card)
            write(device.bus, to: &capability.pointee.bus_info)
            capability.pointee.capabilities = device.cardCapabilities | fs_cap_device_caps
            capability.pointee.device_caps = device.deviceCapabilities
            return 0
        case fs_vidioc_enum_fmt:
            let format = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            guard Int(format.pointee.index) < device.formats.count else { return -EINVAL }
            format.pointee.pixelformat = code(device.formats[Int(format.pointee.index)].code)
            return 0
        case fs_vidioc_enum_framesizes:
            let size = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
            guard let format = device.formats.first(where: { code($0.code) == size.pointee.pixel_format }),
                Int(size.pointee.index) < format.sizes.count
            else { return -EINVAL }
            size.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            let (width, height) = format.sizes[Int(size.pointee.index)]
            size.pointee.discrete = v4l2_frmsize_discrete(width: width, height: height)
            return 0
        case fs_vidioc_enum_frameintervals:
            let interval = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
            guard let format = device.formats.first(where: { code($0.code) == interval.pointee.pixel_format }),
                Int(interval.pointee.index) < format.rates.count
            else { return -EINVAL }
            interval.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            interval.pointee.discrete = v4l2_fract(
                numerator: 1, denominator: format.rates[Int(interval.pointee.index)])
            return 0
        case fs_vidioc_queryctrl:
            let query = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
            guard let control = device.controls[query.pointee.id] else { return -EINVAL }
            query.pointee.minimum = control.range.lowerBound
            query.pointee.maximum = control.range.upperBound
            return 0
        case fs_vidioc_querymenu:
            let menu = argument.assumingMemoryBound(to: v4l2_querymenu.self)
            // Steps of half an EV around zero.
            let value = (Int64(menu.pointee.index) - 4) * 500
            argument.storeBytes(of: value, toByteOffset: 8, as: Int64.self)
            return 0
        case fs_vidioc_g_ext_ctrls, fs_vidioc_s_ext_ctrls:
            return exchange(&state, path, request == fs_vidioc_s_ext_ctrls, argument)
        default: return -ENOTTY
        }
    }

    private static func exchange(
        _ state: inout State, _ path: String, _ writes: Bool, _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        let set = argument.assumingMemoryBound(to: v4l2_ext_controls.self)
        guard let control = set.pointee.controls, let known = state.devices[path]?.controls[control.pointee.id] else {
            return -EINVAL
        }
        guard writes else {
            control.pointee.value = known.value
            return 0
        }
        if state.devices[path]?.stuck.contains(control.pointee.id) == true { return -EIO }
        state.devices[path]?.controls[control.pointee.id]?.value = control.pointee.value
        state.written.append(control.pointee.id)
        return 0
    }

    private static func code(_ text: String) -> UInt32 {
        text.utf8.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }

    private static func write<Characters>(_ text: String, to characters: inout Characters) {
        withUnsafeMutableBytes(of: &characters) { bytes in
            for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
        }
    }
}
