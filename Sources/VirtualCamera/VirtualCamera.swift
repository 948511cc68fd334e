import CPipeWireNode

@main enum VirtualCamera { static func main() { _ = fs_pipewire_node_placeholder() } }
