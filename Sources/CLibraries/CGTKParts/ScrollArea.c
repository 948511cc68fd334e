#include "CGTKParts.h"

typedef struct {
    GtkWidget parent;
    GtkOrientation axis;
    GtkAdjustment *adjustments[2]; // horizontal, vertical
    GtkScrollablePolicy policies[2];
    void (*layout)(int width, int height, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
    gboolean is_laying_out;
    /// Counts the layouts, to know which children the last one has placed.
    gsize layouts;
} FsScrollArea;
typedef GtkWidgetClass FsScrollAreaClass;

enum { PROP_0, PROP_HADJUSTMENT, PROP_VADJUSTMENT, PROP_HPOLICY, PROP_VPOLICY };

static GType fs_scroll_area_get_type(void);
G_DEFINE_TYPE_WITH_CODE(
    FsScrollArea, fs_scroll_area, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

static GQuark placed(void) { return g_quark_from_static_string("filmstrip-placed"); }

static int along(FsScrollArea *area) { return area->axis == GTK_ORIENTATION_HORIZONTAL ? 0 : 1; }

static void scrolled(GtkAdjustment *adjustment, FsScrollArea *area) {
    (void)adjustment;
    // What a layout changes it has taken into account.
    if (!area->is_laying_out) gtk_widget_queue_allocate(GTK_WIDGET(area));
}
static void set_adjustment(FsScrollArea *area, int which, GtkAdjustment *adjustment) {
    GtkAdjustment **slot = &area->adjustments[which];
    if (*slot && *slot == adjustment) return;
    if (*slot) {
        g_signal_handlers_disconnect_by_func(*slot, scrolled, area);
        g_clear_object(slot);
    }
    if (!adjustment) return;
    *slot = g_object_ref_sink(adjustment);
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(scrolled), area);
    gtk_widget_queue_allocate(GTK_WIDGET(area));
}
static void fs_scroll_area_set_property(GObject *object, guint property, const GValue *value, GParamSpec *pspec) {
    FsScrollArea *area = (FsScrollArea *)object;
    switch (property) {
    case PROP_HADJUSTMENT: set_adjustment(area, 0, g_value_get_object(value)); break;
    case PROP_VADJUSTMENT: set_adjustment(area, 1, g_value_get_object(value)); break;
    case PROP_HPOLICY: area->policies[0] = g_value_get_enum(value); break;
    case PROP_VPOLICY: area->policies[1] = g_value_get_enum(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, pspec);
    }
}
static void fs_scroll_area_get_property(GObject *object, guint property, GValue *value, GParamSpec *pspec) {
    FsScrollArea *area = (FsScrollArea *)object;
    switch (property) {
    case PROP_HADJUSTMENT: g_value_set_object(value, area->adjustments[0]); break;
    case PROP_VADJUSTMENT: g_value_set_object(value, area->adjustments[1]); break;
    case PROP_HPOLICY: g_value_set_enum(value, area->policies[0]); break;
    case PROP_VPOLICY: g_value_set_enum(value, area->policies[1]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, pspec);
    }
}
static void fs_scroll_area_dispose(GObject *object) {
    FsScrollArea *area = (FsScrollArea *)object;
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
    set_adjustment(area, 0, NULL);
    set_adjustment(area, 1, NULL);
    area->layout = NULL;
    if (area->destroy) area->destroy(area->data);
    area->destroy = NULL;
    G_OBJECT_CLASS(fs_scroll_area_parent_class)->dispose(object);
}
static void fs_scroll_area_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    (void)for_size;
    (void)minimum_baseline;
    (void)natural_baseline;
    // As large as somebody wants it, where somebody says so.
    int width, height;
    gtk_widget_get_size_request(widget, &width, &height);
    int wanted = orientation == GTK_ORIENTATION_HORIZONTAL ? width : height;
    *minimum = 48;
    *natural = wanted > 0 ? MAX(48, wanted) : 48;
}
static void fs_scroll_area_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    FsScrollArea *area = (FsScrollArea *)widget;
    area->is_laying_out = TRUE;
    area->layouts++;
    GtkAdjustment *across = area->adjustments[1 - along(area)];
    double breadth = along(area) == 1 ? width : height;
    if (across) gtk_adjustment_configure(across, 0, 0, breadth, 0, 0, breadth);
    if (area->layout) area->layout(width, height, area->data);
    area->is_laying_out = FALSE;
    // Those that were not placed are not there. Those that were stay mapped, or they would lose what a pointer has begun with them.
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (GPOINTER_TO_SIZE(g_object_get_qdata(G_OBJECT(child), placed())) != area->layouts)
            gtk_widget_set_child_visible(child, FALSE);
}
static void fs_scroll_area_class_init(FsScrollAreaClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = fs_scroll_area_set_property;
    object_class->get_property = fs_scroll_area_get_property;
    object_class->dispose = fs_scroll_area_dispose;
    class->measure = fs_scroll_area_measure;
    class->size_allocate = fs_scroll_area_allocate;
    g_object_class_override_property(object_class, PROP_HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object_class, PROP_VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object_class, PROP_HPOLICY, "hscroll-policy");
    g_object_class_override_property(object_class, PROP_VPOLICY, "vscroll-policy");
    gtk_widget_class_set_css_name(class, "filmstrip-grid");
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_LIST);
}
static void fs_scroll_area_init(FsScrollArea *area) { gtk_widget_set_overflow(GTK_WIDGET(area), GTK_OVERFLOW_HIDDEN); }

GtkWidget *fs_scroll_area_new(
    GtkOrientation axis, void (*layout)(int, int, gpointer), gpointer data, GDestroyNotify destroy) {
    FsScrollArea *area = g_object_new(fs_scroll_area_get_type(), NULL);
    area->axis = axis;
    area->layout = layout;
    area->data = data;
    area->destroy = destroy;
    return GTK_WIDGET(area);
}

void fs_scroll_area_add(GtkWidget *area, GtkWidget *child, gboolean above) {
    gtk_widget_set_child_visible(child, FALSE);
    if (above) gtk_widget_insert_before(child, area, NULL);
    else gtk_widget_insert_after(child, area, NULL);
}

void fs_scroll_area_raise(GtkWidget *area, GtkWidget *child) {
    if (gtk_widget_get_last_child(area) != child) gtk_widget_insert_before(child, area, NULL);
}

void fs_scroll_area_remove(GtkWidget *area, GtkWidget *child) {
    if (gtk_widget_get_parent(child) == area) gtk_widget_unparent(child);
}

void fs_scroll_area_place(GtkWidget *area, GtkWidget *child, int x, int y, int width, int height) {
    g_object_set_qdata(G_OBJECT(child), placed(), GSIZE_TO_POINTER(((FsScrollArea *)area)->layouts));
    gtk_widget_set_child_visible(child, TRUE);
    // GTK wants each child measured before it is allocated.
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    width = MAX(width, minimum);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    gtk_widget_size_allocate(child, &(GtkAllocation){x, y, width, MAX(height, minimum)}, -1);
}

/// Lines that run from the right begin at the far end of the adjustment.
static gboolean begins_at_end(FsScrollArea *area) {
    return along(area) == 0 && gtk_widget_get_direction(GTK_WIDGET(area)) == GTK_TEXT_DIR_RTL;
}
static double turned(FsScrollArea *area, GtkAdjustment *adjustment, double offset) {
    if (!begins_at_end(area)) return offset;
    return gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - offset;
}

void fs_scroll_area_set_length(GtkWidget *widget, double length, double view_length, double step) {
    FsScrollArea *area = (FsScrollArea *)widget;
    GtkAdjustment *adjustment = area->adjustments[along(area)];
    if (!adjustment) return;
    double upper = MAX(length, view_length);
    double offset = CLAMP(fs_scroll_area_get_offset(widget), 0, upper - view_length);
    double value = begins_at_end(area) ? upper - view_length - offset : offset;
    gtk_adjustment_configure(adjustment, value, 0, upper, step, view_length * 0.9, view_length);
}

double fs_scroll_area_get_offset(GtkWidget *widget) {
    FsScrollArea *area = (FsScrollArea *)widget;
    GtkAdjustment *adjustment = area->adjustments[along(area)];
    return adjustment ? turned(area, adjustment, gtk_adjustment_get_value(adjustment)) : 0;
}

void fs_scroll_area_set_offset(GtkWidget *widget, double offset) {
    FsScrollArea *area = (FsScrollArea *)widget;
    GtkAdjustment *adjustment = area->adjustments[along(area)];
    if (adjustment) gtk_adjustment_set_value(adjustment, turned(area, adjustment, offset));
}
