#include "CLook.h"
#include <adwaita.h>

void fs_look_start(void) { adw_init(); }
