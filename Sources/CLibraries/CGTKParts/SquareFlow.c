#include "CGTKParts.h"

// Squares of one size that fill lines, and wrap.

typedef struct {
    GtkWidget parent;
    /// The smallest side of a square, and the room between two.
    int side, gap;
} FsSquareFlow;
typedef GtkWidgetClass FsSquareFlowClass;

static GType fs_square_flow_get_type(void);
G_DEFINE_TYPE(FsSquareFlow, fs_square_flow, GTK_TYPE_WIDGET)

/// How many fit into a line, once they are as many as that.
static const int natural_columns = 6;

static int columns_in(FsSquareFlow *flow, int width) { return MAX(1, (width + flow->gap) / (flow->side + flow->gap)); }
static int side_in(FsSquareFlow *flow, int width) {
    int columns = columns_in(flow, width);
    return MAX(flow->side, (width - flow->gap * (columns - 1)) / columns);
}
static int count(GtkWidget *widget) {
    int count = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (gtk_widget_should_layout(child)) count += 1;
    return count;
}

static void fs_square_flow_dispose(GObject *object) {
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
    G_OBJECT_CLASS(fs_square_flow_parent_class)->dispose(object);
}
static GtkSizeRequestMode fs_square_flow_request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}
static void fs_square_flow_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    (void)minimum_baseline;
    (void)natural_baseline;
    FsSquareFlow *flow = (FsSquareFlow *)widget;
    int wide = natural_columns * (flow->side + flow->gap) - flow->gap;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = flow->side;
        *natural = wide;
        return;
    }
    int width = for_size >= 0 ? for_size : wide;
    int columns = columns_in(flow, width), lines = (count(widget) + columns - 1) / columns;
    *minimum = *natural = MAX(0, lines * (side_in(flow, width) + flow->gap) - flow->gap);
}
static void fs_square_flow_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)height;
    (void)baseline;
    FsSquareFlow *flow = (FsSquareFlow *)widget;
    int columns = columns_in(flow, width), side = side_in(flow, width), place = 0;
    gboolean from_right = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_should_layout(child)) continue;
        int x = place % columns * (side + flow->gap), y = place / columns * (side + flow->gap), least_width, least_height;
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, MAX(side, least_width), &least_height, NULL, NULL, NULL);
        GtkAllocation box = {from_right ? width - x - side : x, y, MAX(side, least_width), MAX(side, least_height)};
        gtk_widget_size_allocate(child, &box, -1);
        place += 1;
    }
}
static void fs_square_flow_class_init(FsSquareFlowClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_square_flow_dispose;
    class->get_request_mode = fs_square_flow_request_mode;
    class->measure = fs_square_flow_measure;
    class->size_allocate = fs_square_flow_allocate;
    gtk_widget_class_set_css_name(class, "filmstrip-flow");
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_GROUP);
}
static void fs_square_flow_init(FsSquareFlow *flow) { (void)flow; }

GtkWidget *fs_square_flow_new(int side, int gap) {
    FsSquareFlow *flow = g_object_new(fs_square_flow_get_type(), NULL);
    flow->side = side;
    flow->gap = gap;
    return GTK_WIDGET(flow);
}
