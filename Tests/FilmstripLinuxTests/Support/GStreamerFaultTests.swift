import CGStreamer
import Filmstrip
import Testing

@testable import FilmstripLinux

struct GStreamerFaultTests {
    private func fault(_ code: GstResourceError, _ text: String, detail: String = "") -> GStreamerFault {
        GStreamerFault(
            taking: g_error_new_literal(gst_resource_error_quark(), gint(code.rawValue), text), source: "source",
            detail: detail)
    }

    // What v4l2src and PipeWire's nodes say of a device that another program holds.
    @Test(arguments: [
        (GST_RESOURCE_ERROR_BUSY, "Device is busy", ""),
        (GST_RESOURCE_ERROR_FAILED, "stream error: Start error: Device or resource busy", ""),
        (GST_RESOURCE_ERROR_SETTINGS, "Cannot open", "system error: Device or resource busy"),
    ])
    func `C73 a device that another program holds is in use, not lost`(
        _ code: GstResourceError, _ text: String, _ detail: String
    ) {
        let fault = fault(code, text, detail: detail)
        #expect(fault.kind == .busy)
        #expect(fault.cameraError("cam") == .cameraInUse("cam"))
    }

    @Test func `Other failures keep their own names`() {
        #expect(fault(GST_RESOURCE_ERROR_NOT_FOUND, "gone").cameraError("cam") == .cameraLost("cam"))
        #expect(fault(GST_RESOURCE_ERROR_FAILED, "target not found").cameraError("cam") == .cameraLost("cam"))
        #expect(fault(GST_RESOURCE_ERROR_NOT_AUTHORIZED, "no").cameraError("cam") == .permissionDenied)
        #expect(fault(GST_RESOURCE_ERROR_NO_SPACE_LEFT, "full").kind == .noSpace)
        #expect(fault(GST_RESOURCE_ERROR_WRITE, "write", detail: "No space left on device").kind == .noSpace)
        #expect(fault(GST_RESOURCE_ERROR_FAILED, "broken").cameraError("cam") == .internal("source: broken"))
        #expect(GStreamerFault(taking: nil, source: "source").kind == .other)
    }
}
