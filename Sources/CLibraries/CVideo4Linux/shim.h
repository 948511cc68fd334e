// The kernel's interface to cameras. Swift does not see macros that compute: each request and constant gets a name here.
#pragma once
#include <linux/videodev2.h>
#include <sys/ioctl.h>

static const unsigned long fs_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long fs_vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long fs_vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long fs_vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long fs_vidioc_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long fs_vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long fs_vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;
static const unsigned long fs_vidioc_querymenu = VIDIOC_QUERYMENU;

static const unsigned fs_cap_video_capture = V4L2_CAP_VIDEO_CAPTURE;
static const unsigned fs_cap_streaming = V4L2_CAP_STREAMING;
static const unsigned fs_cap_device_caps = V4L2_CAP_DEVICE_CAPS;
static const unsigned fs_cap_meta_capture = V4L2_CAP_META_CAPTURE;
static const unsigned fs_cap_video_output = V4L2_CAP_VIDEO_OUTPUT;

static const unsigned fs_cid_focus_auto = V4L2_CID_FOCUS_AUTO;
static const unsigned fs_cid_auto_focus_start = V4L2_CID_AUTO_FOCUS_START;
static const unsigned fs_cid_focus_absolute = V4L2_CID_FOCUS_ABSOLUTE;
static const unsigned fs_cid_exposure_auto = V4L2_CID_EXPOSURE_AUTO;
static const unsigned fs_cid_exposure_bias = V4L2_CID_AUTO_EXPOSURE_BIAS;
static const unsigned fs_cid_zoom_absolute = V4L2_CID_ZOOM_ABSOLUTE;
static const unsigned fs_cid_flash_led_mode = V4L2_CID_FLASH_LED_MODE;
