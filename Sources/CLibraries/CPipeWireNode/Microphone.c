#include "Node.h"

#include <errno.h>
#include <math.h>
#include <spa/param/audio/format-utils.h>

#define RATE 48000
#define SAMPLES 1024

static void on_timeout(void *data, uint64_t expirations) {
    struct fs_node *node = data;
    (void)expirations;
    pw_stream_trigger_process(node->stream);
}

static void on_process(void *data) {
    struct fs_node *node = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(node->stream);
    if (!buffer) return;
    struct spa_data *room = &buffer->buffer->datas[0];
    float *samples = room->data;
    uint32_t count = samples ? SPA_MIN(room->maxsize / (uint32_t)sizeof(float), (uint32_t)SAMPLES) : 0;
    for (uint32_t i = 0; i < count; i++, node->number++)
        samples[i] = 0.5f * sinf(2 * (float)M_PI * 440 * (float)(node->number % RATE) / RATE);
    room->chunk->offset = 0;
    room->chunk->stride = sizeof(float);
    room->chunk->size = count * (uint32_t)sizeof(float);
    pw_stream_queue_buffer(node->stream, buffer);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = fs_node_state_changed,
    .process = on_process,
};

int fs_node_loop_add_microphone(fs_node_loop *loop, const char *name, const char *description) {
    struct fs_node *node = fs_node_new(loop, on_timeout);
    node->interval = SPA_NSEC_PER_SEC * SAMPLES / RATE;
    // The group keeps the camera's clock away: driven by that, sound would come in lumps and be lost.
    struct pw_properties *properties = pw_properties_new(
        PW_KEY_MEDIA_CLASS, "Audio/Source", PW_KEY_NODE_NAME, name, PW_KEY_NODE_DESCRIPTION, description,
        PW_KEY_NODE_GROUP, name, NULL);
    node->stream = pw_stream_new_simple(pw_main_loop_get_loop(node->loop), name, properties, &events, node);
    if (!node->stream) return -errno;
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    struct spa_audio_info_raw info = {
        .format = SPA_AUDIO_FORMAT_F32, .rate = RATE, .channels = 1, .position = {SPA_AUDIO_CHANNEL_MONO}};
    const struct spa_pod *params[1] = {spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &info)};
    return pw_stream_connect(
        node->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, params, 1);
}
