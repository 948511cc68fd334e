#pragma once
// Nodes of PipeWire that drive themselves: a camera and a microphone for machines that have none.
int fs_pipewire_node_placeholder(void);
