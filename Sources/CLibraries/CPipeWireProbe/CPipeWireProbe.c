#include "CPipeWireProbe.h"

#include <fcntl.h>
#include <pipewire/pipewire.h>
// After its base: the header does not include what it needs.
#include <pipewire/extensions/metadata.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct look {
    fs_pipewire_view view;
    int pending;
    bool is_done;
};

static void on_global(void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
                      const struct spa_dict *properties) {
    struct look *look = data;
    if (!type || !properties) return;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0) {
        const char *class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
        if (class && strcmp(class, "Video/Source") == 0) look->view.has_camera = true;
    }
    if (strcmp(type, PW_TYPE_INTERFACE_Metadata) != 0) return;
    const char *name = spa_dict_lookup(properties, PW_KEY_METADATA_NAME);
    if (!name) return;
    // The daemon makes "settings" itself; "default" is made by the session manager.
    if (strcmp(name, "settings") == 0) look->view.sees_all = true;
    if (strcmp(name, "default") == 0) look->view.has_session_manager = true;
}

static void on_done(void *data, uint32_t id, int sequence) {
    struct look *look = data;
    if (id != PW_ID_CORE || sequence != look->pending) return;
    look->view.is_alive = true;
    look->is_done = true;
}

static void on_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    struct look *look = data;
    if (id == PW_ID_CORE) look->is_done = true;
}

static const struct pw_registry_events registry_events = { PW_VERSION_REGISTRY_EVENTS, .global = on_global };
static const struct pw_core_events core_events = { PW_VERSION_CORE_EVENTS, .done = on_done, .error = on_error };

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

fs_pipewire_view fs_pipewire_look(int socket, int timeout_milliseconds) {
    struct look look = { 0 };
    struct spa_hook core_hook = { 0 }, registry_hook = { 0 };
    pw_init(NULL, NULL);
    struct pw_main_loop *main_loop = pw_main_loop_new(NULL);
    if (!main_loop) return look.view;
    struct pw_loop *loop = pw_main_loop_get_loop(main_loop);
    struct pw_context *context = pw_context_new(loop, NULL, 0);
    // The connection closes the descriptor that it is given.
    int own = context ? fcntl(socket, F_DUPFD_CLOEXEC, 3) : -1;
    struct pw_core *core = own >= 0 ? pw_context_connect_fd(context, own, NULL, 0) : NULL;
    struct pw_registry *registry = core ? pw_core_get_registry(core, PW_VERSION_REGISTRY, 0) : NULL;
    if (registry) {
        pw_core_add_listener(core, &core_hook, &core_events, &look);
        pw_registry_add_listener(registry, &registry_hook, &registry_events, &look);
        look.pending = pw_core_sync(core, PW_ID_CORE, 0);
        long end = milliseconds() + timeout_milliseconds;
        pw_loop_enter(loop);
        while (!look.is_done) {
            long left = end - milliseconds();
            if (left <= 0 || pw_loop_iterate(loop, (int)left) < 0) break;
        }
        pw_loop_leave(loop);
        spa_hook_remove(&registry_hook);
        spa_hook_remove(&core_hook);
        pw_proxy_destroy((struct pw_proxy *)registry);
    }
    if (core) pw_core_disconnect(core);
    if (context) pw_context_destroy(context);
    pw_main_loop_destroy(main_loop);
    pw_deinit();
    return look.view;
}
