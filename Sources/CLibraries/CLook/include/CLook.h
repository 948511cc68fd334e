#pragma once

/// Gives all windows of this process the look of GNOME programs, and lets them follow the user's dark style and high contrast. For
/// programs of our own: an app's look is its own matter. Call it when GTK has been initialised.
void fs_look_start(void);
