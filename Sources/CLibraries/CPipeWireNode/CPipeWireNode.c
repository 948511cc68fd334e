#include "CPipeWireNode.h"
int fs_pipewire_node_placeholder(void) { return 0; }
