#include "Node.h"

#include <errno.h>
#include <spa/param/video/format-utils.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint32_t stride_of(const fs_camera_options *o) {
    return o->format == FS_FORMAT_BGRX ? o->width * 4 : o->format == FS_FORMAT_YUY2 ? o->width * 2 : 0;
}

// A JPEG frame has no fixed size; the bytes of YUY2 are room for the worst one.
static uint32_t size_of(const fs_camera_options *o) {
    return o->format == FS_FORMAT_MJPEG ? o->width * o->height * 2 : stride_of(o) * o->height;
}

static void on_timeout(void *data, uint64_t expirations) {
    struct fs_node *node = data;
    // A frame for which a busy machine left the camera no time was never taken, and is not missed.
    (void)expirations;
    node->number++;
    pw_stream_trigger_process(node->stream);
}

static size_t fill(struct fs_node *node, uint64_t number, uint8_t *bytes, size_t capacity) {
    const fs_camera_options *o = &node->camera;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t milliseconds = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (o->format != FS_FORMAT_MJPEG && capacity < size_of(o)) return 0;
    size_t stride = (size_t)o->width * 4;
    o->draw(o->context, number, milliseconds, o->format == FS_FORMAT_BGRX ? bytes : node->pixels, stride);
    switch (o->format) {
    case FS_FORMAT_BGRX:
        break;
    case FS_FORMAT_YUY2:
        fs_bgrx_to_yuy2(node->pixels, stride, bytes, (size_t)o->width * 2, o->width, o->height);
        break;
    case FS_FORMAT_MJPEG:
        return o->compress(o->context, node->pixels, stride, bytes, capacity);
    }
    return size_of(o);
}

static void on_process(void *data) {
    struct fs_node *node = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(node->stream);
    if (!buffer) return;
    struct spa_buffer *spa = buffer->buffer;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    size_t size = spa->datas[0].data ? fill(node, node->number - 1, spa->datas[0].data, spa->datas[0].maxsize) : 0;
    struct spa_meta_header *header = spa_buffer_find_meta_data(spa, SPA_META_Header, sizeof *header);
    if (header) {
        header->pts = SPA_TIMESPEC_TO_NSEC(&now);
        header->dts_offset = 0;
        header->seq = node->number - 1;
        header->flags = size ? 0 : SPA_META_HEADER_FLAG_CORRUPTED;
    }
    spa->datas[0].chunk->offset = 0;
    spa->datas[0].chunk->size = (uint32_t)size;
    spa->datas[0].chunk->stride = (int32_t)stride_of(&node->camera);
    pw_stream_queue_buffer(node->stream, buffer);
}

static void on_param(void *data, uint32_t id, const struct spa_pod *param) {
    struct fs_node *node = data;
    if (!param || id != SPA_PARAM_Format) return;
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[2] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
            SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(8, 2, 16),
            SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int((int)size_of(&node->camera)),
            SPA_PARAM_BUFFERS_stride, SPA_POD_Int((int)stride_of(&node->camera))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
            SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(node->stream, params, 2);
}

static const struct spa_pod *format_of(struct spa_pod_builder *builder, const fs_camera_options *o) {
    struct spa_rectangle size = SPA_RECTANGLE(o->width, o->height);
    struct spa_fraction rate = SPA_FRACTION(o->rate, 1);
    if (o->format == FS_FORMAT_MJPEG)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
            SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
            SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_mjpg),
            SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size),
            SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate));
    struct spa_video_info_raw info = {
        .format = o->format == FS_FORMAT_BGRX ? SPA_VIDEO_FORMAT_BGRx : SPA_VIDEO_FORMAT_YUY2,
        .size = size,
        .framerate = rate,
    };
    return spa_format_video_raw_build(builder, SPA_PARAM_EnumFormat, &info);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = fs_node_state_changed,
    .param_changed = on_param,
    .process = on_process,
};

int fs_node_loop_add_camera(fs_node_loop *loop, const fs_camera_options *options) {
    struct fs_node *node = fs_node_new(loop, on_timeout);
    node->camera = *options;
    node->interval = SPA_NSEC_PER_SEC / options->rate;
    if (options->format != FS_FORMAT_BGRX) node->pixels = calloc(options->height, (size_t)options->width * 4);
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, options->name,
        PW_KEY_NODE_DESCRIPTION, options->description, PW_KEY_NODE_NICK, options->description, NULL);
    if (options->location) pw_properties_set(properties, "api.libcamera.location", options->location);
    node->stream = pw_stream_new_simple(
        pw_main_loop_get_loop(node->loop), options->name, properties, &events, node);
    if (!node->stream) return -errno;
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[1] = {format_of(&builder, options)};
    return pw_stream_connect(
        node->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, params, 1);
}
