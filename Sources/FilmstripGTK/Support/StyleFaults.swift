import CGTK
import Filmstrip

/// What GTK does not understand of our style sheets: it leaves such rules out, and says so in a log that nobody reads.
@MainActor package enum StyleFaults {
    /// One line for each fault, in all sheets that a window of ours may have.
    package static var all: [String] {
        let color = ImagePicker.Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)
        let font = ImagePicker.Font(family: "Cantarell", size: 12.5, isBold: true)
        let picker = ImagePicker.Appearance(
            background: color, tint: color, tileBackground: color, selected: color, badge: color,
            badgeBackground: color, label: color, labelFont: font, cornerRadius: 7.5)
        let browser = GTKPresenter.Appearance(bar: color, button: color, title: color, titleFont: font)
        let sheets = [
            Style.sheet, Style.editors, Style.pickerSheet, Style.cameraSheet, AttachmentsStyle.sheet,
            picker.sheet(for: "filmstrip-look"), browser.sheet(for: "filmstrip-look"),
        ]
        return sheets.flatMap { faults(in: $0) }
    }

    /// The faults of one sheet.
    package static func faults(in sheet: String) -> [String] {
        let provider = ObjectReference(taking: gtk_css_provider_new()!)
        let found = Found()
        let tell: @convention(c) (gpointer, OpaquePointer?, UnsafePointer<GError>?, gpointer?) -> Void = {
            _, section, error, data in
            guard let error, let data else { return }
            let line = section.map { gtk_css_section_get_start_location($0).pointee.lines + 1 } ?? 0
            Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().faults
                .append("line \(line): \(String(cString: error.pointee.message))")
        }
        // GLib takes all handlers as one type; this one has the signature of "parsing-error".
        g_signal_connect_data(
            provider.raw, "parsing-error", unsafeBitCast(tell, to: GCallback.self),
            Unmanaged.passUnretained(found).toOpaque(), nil, GConnectFlags(rawValue: 0))
        gtk_css_provider_load_from_data(provider.cast(), sheet, -1)
        return found.faults
    }

    private final class Found { var faults: [String] = [] }
}
