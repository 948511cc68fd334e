import CGStreamer
import Filmstrip
import Foundation

/// What a movie says about itself: when, where, with which camera.
struct RecordingTags {
    var plan: RecordingPlan
    var date: Date

    func write(into mux: GStreamerElement) {
        fs_tag_string(mux.pointer, GST_TAG_APPLICATION_NAME, "Filmstrip")
        fs_tag_string(mux.pointer, GST_TAG_DEVICE_MODEL, plan.camera.name)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = plan.zone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let hoursEast = Float(plan.zone.secondsFromGMT(for: date)) / 3600
        if let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
            let minute = parts.minute, let second = parts.second,
            let time = gst_date_time_new(
                hoursEast, gint(year), gint(month), gint(day), gint(hour), gint(minute), gdouble(second))
        {
            fs_tag_date_time(mux.pointer, time)
            gst_date_time_unref(time)
        }
        guard let place = plan.settings.place else { return }
        fs_tag_double(mux.pointer, GST_TAG_GEO_LOCATION_LATITUDE, place.latitude)
        fs_tag_double(mux.pointer, GST_TAG_GEO_LOCATION_LONGITUDE, place.longitude)
        if let altitude = place.altitude { fs_tag_double(mux.pointer, GST_TAG_GEO_LOCATION_ELEVATION, altitude) }
    }
}
