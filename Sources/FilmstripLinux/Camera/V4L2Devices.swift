import CVideo4Linux
import Filmstrip
import Foundation
import Glibc

/// The kernel's cameras, for machines without PipeWire.
struct V4L2Devices: Sendable {
    let calls: V4L2Calls

    /// A camera of the kernel.
    struct Entry: Sendable, Hashable {
        var path: String
        var name: String
        /// Where it is plugged in.
        var bus: String
        var offers: [FormatOffer]

        /// The identity: the place in the machine, not the number, which changes from boot to boot. The nodes of one webcam share it.
        var id: CameraDevice.ID { CameraDevice.ID(rawValue: "v4l2:\(bus)") }

        var device: CameraDevice {
            CameraDevice(
                id: id, name: name, position: .external, kind: .v4l2, formats: CameraList.described(offers))
        }
    }

    /// All cameras, in the order in which they are offered.
    /// - Throws: `cameraInUse` when there is none but those that another program has.
    func listed() throws(CameraError) -> [CameraDevice] {
        let found = cameras()
        if found.isEmpty, let busy = calls.paths().first(where: { isBusy($0) }) {
            throw .cameraInUse(CameraDevice.ID(rawValue: busy))
        }
        return found
    }

    private func isBusy(_ path: String) -> Bool {
        do throws(V4L2Failure) { _ = try V4L2Node(path, calls) } catch { return error.code == EBUSY }
        return false
    }

    /// All cameras that can be opened, in the order in which they are offered.
    func cameras() -> [CameraDevice] {
        arranged().map { $0.device.obeying(V4L2Controls.open($0.source.path, calls)) }
    }

    /// The camera of that identity as it is listed, and its node.
    func find(_ id: CameraDevice.ID) -> CameraList.Found<Entry>? { arranged().first { $0.device.id == id } }

    private func arranged() -> [CameraList.Found<Entry>] {
        CameraList.arrange(
            entries().map {
                CameraList.Found(device: $0.device, isInfrared: CameraList.isInfrared($0.offers), source: $0)
            })
    }

    /// All nodes that give pictures: neither a camera's node for metadata, nor an output. A node that cannot be opened at the
    /// moment is left out.
    func entries() -> [Entry] {
        var entries: [Entry] = []
        for path in calls.paths() {
            do throws(V4L2Failure) {
                let node = try V4L2Node(path, calls)
                guard let entry = try read(node) else { continue }
                entries.append(entry)
            } catch {
                continue
            }
        }
        return entries
    }

    private func read(_ node: V4L2Node) throws(V4L2Failure) -> Entry? {
        var capability = v4l2_capability()
        try node.request(fs_vidioc_querycap, &capability)
        // `capabilities` speaks for the whole card; what *this* node can do is in `device_caps`.
        let able =
            capability.capabilities & fs_cap_device_caps != 0 ? capability.device_caps : capability.capabilities
        guard able & fs_cap_video_capture != 0, able & fs_cap_streaming != 0 else { return nil }
        let offers = offers(node)
        guard !offers.isEmpty else { return nil }
        return Entry(
            path: node.path, name: Self.text(capability.card), bus: Self.text(capability.bus_info), offers: offers)
    }

    private func offers(_ node: V4L2Node) -> [FormatOffer] {
        var offers: [FormatOffer] = []
        for index in UInt32(0)..<64 {
            var description = v4l2_fmtdesc()
            description.index = index
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            do { try node.request(fs_vidioc_enum_fmt, &description) } catch { break }
            guard let format = Self.pixelFormats[Self.code(description.pixelformat)] else { continue }
            for size in sizes(node, description.pixelformat) {
                offers.append(
                    FormatOffer(
                        media: format == nil ? "image/jpeg" : "video/x-raw", pixelFormats: format.map { [$0] } ?? [],
                        width: .values([size.width]), height: .values([size.height]),
                        rates: .values(rates(node, description.pixelformat, size))))
            }
        }
        return offers
    }

    private func sizes(_ node: V4L2Node, _ format: UInt32) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for index in UInt32(0)..<128 {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format
            do { try node.request(fs_vidioc_enum_framesizes, &entry) } catch { break }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                sizes.append(PixelSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height)))
            } else {
                let range = entry.stepwise
                sizes += FormatChooser.usualSizes.filter {
                    (Int(range.min_width)...Int(max(range.min_width, range.max_width))).contains($0.width)
                        && (Int(range.min_height)...Int(max(range.min_height, range.max_height))).contains($0.height)
                }
                break
            }
        }
        return sizes
    }

    private func rates(_ node: V4L2Node, _ format: UInt32, _ size: PixelSize) -> [Double] {
        var rates: [Double] = []
        for index in UInt32(0)..<64 {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format
            entry.width = UInt32(size.width)
            entry.height = UInt32(size.height)
            do { try node.request(fs_vidioc_enum_frameintervals, &entry) } catch { break }
            let interval =
                entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue ? entry.discrete : entry.stepwise.min
            guard interval.numerator > 0 else { continue }
            rates.append(Double(interval.denominator) / Double(interval.numerator))
            if entry.type != V4L2_FRMIVAL_TYPE_DISCRETE.rawValue { break }
        }
        return rates.isEmpty ? [30] : rates
    }

    /// The kernel's formats that we use, by their four characters; nil is a compressed picture.
    private static let pixelFormats: [String: String?] = [
        "YUYV": "YUY2", "UYVY": "UYVY", "YVYU": "YVYU", "NV12": "NV12", "NV21": "NV21", "NV16": "NV16", "YU12": "I420",
        "YV12": "YV12", "422P": "Y42B", "XR24": "BGRx", "BGR4": "BGRx", "RGB3": "RGB", "BGR3": "BGR", "GREY": "GRAY8",
        "MJPG": nil, "JPEG": nil,
    ]

    static func code(_ format: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: format >> (8 * $0)) }, as: UTF8.self)
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension CameraDevice {
    /// The same, with what the device's controls can do.
    func obeying(_ controls: V4L2Controls?) -> CameraDevice {
        var device = self
        device.flash = controls?.flash
        device.focus = controls?.focus
        device.exposure = controls?.exposure
        device.zoom = controls?.zoom
        return device
    }
}
