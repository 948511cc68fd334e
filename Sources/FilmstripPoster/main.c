// The program that takes a picture out of a movie, for those who show movies among pictures. Its decoders are GStreamer's
// plug-ins, which are opened when they are needed, so its wall has a window: it may read what belongs to the system. It has
// no network, starts no program and changes no file, and of the user's files it has the one that came through its socket.
#include <CWall.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <string.h>
#include <time.h>

// A damaged movie may keep a pipeline waiting for ever. One that does nothing for so long gives no frame; nor does one that is at
// work for longer than that.
#define IDLE_PATIENCE (G_USEC_PER_SEC)
#define FRAME_PATIENCE (20 * G_USEC_PER_SEC)
// How long the frame at the wanted moment may take, after the first one.
#define SEEK_PATIENCE GST_SECOND

// What the pipeline says is wrong.
static void explain(GstElement *pipeline, struct fs_answer *answer) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR);
    gst_object_unref(bus);
    if (!message) {
        fs_fail(answer, FS_OUTCOME_TRUNCATED, "it has no frame");
        return;
    }
    GError *error = NULL;
    gst_message_parse_error(message, &error, NULL);
    int is_unknown = g_error_matches(error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND) ||
                     g_error_matches(error, GST_STREAM_ERROR, GST_STREAM_ERROR_TYPE_NOT_FOUND) ||
                     g_error_matches(error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN);
    fs_fail(answer, is_unknown ? FS_OUTCOME_UNSUPPORTED : FS_OUTCOME_DAMAGED, error->message);
    g_error_free(error);
    gst_message_unref(message);
}

static GstElement *make_pipeline(const struct fs_question *question, int file) {
    // What EXIF calls 1 to 8, in GStreamer's words.
    static const char *const turns[] = {"identity", "identity", "horiz", "180",   "vert",
                                        "ul-lr",    "90r",      "ur-ll", "90l"};
    const char *turn = turns[question->orientation <= 8 ? question->orientation : 1];
    char *text = g_strdup_printf(
        "fdsrc fd=%d ! decodebin name=decoder ! videoconvert ! videoflip video-direction=%s ! "
        "videoscale method=bilinear2 add-borders=false ! "
        "video/x-raw,format=BGRA,width=%u,height=%u,pixel-aspect-ratio=1/1 ! appsink name=out sync=false",
        file, turn, question->width, question->height);
    GstElement *pipeline = gst_parse_launch(text, NULL);
    g_free(text);
    return pipeline;
}

static gint64 processor_time(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (gint64)used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
}

// The first frame; NULL when the pipeline fails, or nothing comes.
static GstSample *wait_for_frame(GstElement *pipeline, GstAppSink *out) {
    GstBus *bus = gst_element_get_bus(pipeline);
    gint64 begin = g_get_monotonic_time(), active = begin, used = processor_time();
    GstSample *frame = NULL;
    while (!frame && !gst_app_sink_is_eos(out)) {
        frame = gst_app_sink_try_pull_preroll(out, 50 * GST_MSECOND);
        GstMessage *message = frame ? NULL : gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR);
        if (message) {
            // Back to where the reason is looked for.
            gst_bus_post(bus, message);
            break;
        }
        gint64 now = g_get_monotonic_time();
        if (processor_time() - used > 5000) {
            used = processor_time();
            active = now;
        }
        if (now - active > IDLE_PATIENCE || now - begin > FRAME_PATIENCE) break;
    }
    gst_object_unref(bus);
    return frame;
}

static GstSample *take_frame(GstElement *pipeline, const struct fs_question *question, struct fs_answer *answer) {
    GstElement *out = gst_bin_get_by_name(GST_BIN(pipeline), "out");
    gst_element_set_state(pipeline, GST_STATE_PAUSED);
    GstSample *frame = wait_for_frame(pipeline, GST_APP_SINK(out));
    gint64 moment = (gint64)(question->moment * GST_SECOND);
    GstSeekFlags way = question->is_exact ? GST_SEEK_FLAG_ACCURATE : GST_SEEK_FLAG_KEY_UNIT;
    if (!frame) {
        explain(pipeline, answer);
    } else if (
        moment > 0 && gst_element_seek_simple(
                          pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | way, moment)) {
        GstSample *later = gst_app_sink_try_pull_preroll(GST_APP_SINK(out), SEEK_PATIENCE);
        if (later) {
            gst_sample_unref(frame);
            frame = later;
        }
    }
    gst_object_unref(out);
    return frame;
}

static void copy_frame(GstSample *sample, const struct fs_question *question, uint8_t *pixels, struct fs_answer *answer) {
    GstVideoInfo info;
    GstVideoFrame frame;
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample)) ||
        !gst_video_frame_map(&frame, &info, gst_sample_get_buffer(sample), GST_MAP_READ)) {
        fs_fail(answer, FS_OUTCOME_DAMAGED, "it gives something that is no picture");
        return;
    }
    size_t row = (size_t)question->width * 4;
    if ((uint32_t)info.width != question->width || (uint32_t)info.height != question->height ||
        row * question->height > question->capacity) {
        fs_fail(answer, FS_OUTCOME_INTERNAL, "a frame of another size than asked for");
    } else {
        const uint8_t *from = GST_VIDEO_FRAME_PLANE_DATA(&frame, 0);
        for (uint32_t y = 0; y < question->height; y++, pixels += row) {
            memcpy(pixels, from + (size_t)y * (size_t)GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0), row);
            for (size_t x = 3; x < row; x += 4) pixels[x] = 255;
        }
        answer->width = answer->full_width = question->width;
        answer->height = answer->full_height = question->height;
    }
    gst_video_frame_unmap(&frame);
}

static void answer(
    void *context, const struct fs_question *question, int file, uint8_t *room, struct fs_answer *answer) {
    (void)context;
    GstElement *pipeline = make_pipeline(question, file);
    if (!pipeline) {
        fs_fail(answer, FS_OUTCOME_INTERNAL, "GStreamer lacks a part: its base and good plug-ins are needed");
        return;
    }
    GstSample *sample = take_frame(pipeline, question, answer);
    if (sample) {
        copy_frame(sample, question, room, answer);
        gst_sample_unref(sample);
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

int main(int count, char **arguments) {
    // The list of plug-ins is made by a program that is started, and kept in a file: both before the wall.
    if (!gst_init_check(NULL, NULL, NULL)) return 1;
    return fs_worker_serve(FS_WORKER_MOVIES, count, arguments, answer, NULL);
}
