// PipeWire nodes that drive themselves: a camera and a microphone for machines without. In C, because PipeWire's
// parameters are built by macros and variadic functions that Swift cannot call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fs_node_loop fs_node_loop;

typedef enum { FS_FORMAT_BGRX, FS_FORMAT_YUY2, FS_FORMAT_MJPEG } fs_video_format;

/// Fills one frame, on the loop's thread. For BGRx and YUY2 `pixels` are BGRx, `stride` apart.
typedef void (*fs_draw)(void *context, uint64_t number, int64_t milliseconds, uint8_t *pixels, size_t stride);

/// Compresses the BGRx frame that was drawn, for MJPEG.
/// @return the bytes written, at most `capacity`; 0 when that failed.
typedef size_t (*fs_compress)(
    void *context, const uint8_t *pixels, size_t stride, uint8_t *bytes, size_t capacity);

typedef struct {
    const char *name, *description;
    /// "front", "back" or NULL.
    const char *location;
    uint32_t width, height, rate;
    fs_video_format format;
    void *context;
    fs_draw draw;
    fs_compress compress;
} fs_camera_options;

/// The loop on which nodes run. Ends by itself on SIGTERM and SIGINT, and when PipeWire goes away.
fs_node_loop *fs_node_loop_new(void);
/// Adds a camera. Its frames are numbered as they are taken: a frame that nobody had room for is a gap in the numbers.
/// The strings are copied; the context must outlive the loop.
/// @return 0, or minus the error number.
int fs_node_loop_add_camera(fs_node_loop *loop, const fs_camera_options *options);
/// Adds a microphone that hums a steady tone of 440 Hz, on a clock of its own.
int fs_node_loop_add_microphone(fs_node_loop *loop, const char *name, const char *description);
/// Runs until the end.
/// @return true after a signal, false when PipeWire went away.
bool fs_node_loop_run(fs_node_loop *loop);
/// Removes all nodes.
void fs_node_loop_free(fs_node_loop *loop);

/// Converts rows of BGRx to YUY2 (BT.601, limited range). The width is even.
void fs_bgrx_to_yuy2(
    const uint8_t *bgrx, size_t bgrx_stride, uint8_t *yuy2, size_t yuy2_stride, uint32_t width, uint32_t height);
