#include "Holder.h"
#include "CGTKParts.h"

G_DEFINE_TYPE(FsHolder, fs_holder, GTK_TYPE_WIDGET)

static void fs_holder_dispose(GObject *object) {
    g_clear_pointer(&((FsHolder *)object)->child, gtk_widget_unparent);
    G_OBJECT_CLASS(fs_holder_parent_class)->dispose(object);
}
static GtkSizeRequestMode fs_holder_request_mode(GtkWidget *widget) {
    GtkWidget *child = ((FsHolder *)widget)->child;
    return child ? gtk_widget_get_request_mode(child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}
void fs_holder_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    GtkWidget *child = ((FsHolder *)widget)->child;
    if (child) gtk_widget_measure(child, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}
static void fs_holder_allocate(GtkWidget *widget, int width, int height, int baseline) {
    GtkWidget *child = ((FsHolder *)widget)->child;
    if (child) gtk_widget_allocate(child, width, height, baseline, NULL);
}
static void fs_holder_class_init(FsHolderClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_holder_dispose;
    class->get_request_mode = fs_holder_request_mode;
    class->measure = fs_holder_measure;
    class->size_allocate = fs_holder_allocate;
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_GENERIC);
}
static void fs_holder_init(FsHolder *holder) { (void)holder; }

void fs_holder_set_child(GtkWidget *widget, GtkWidget *child) {
    FsHolder *holder = (FsHolder *)widget;
    if (holder->child) gtk_widget_unparent(holder->child);
    holder->child = child;
    if (child) gtk_widget_set_parent(child, widget);
}
