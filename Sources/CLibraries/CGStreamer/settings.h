// A settings store in a plain file, which GIO keeps in the part of its interface that is meant for back ends.
#pragma once
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
