#pragma once
#include <gtk/gtk.h>

// A widget with one child, which it is as large as. What else it does its subclasses say.
typedef struct {
    GtkWidget parent;
    GtkWidget *child;
} FsHolder;
typedef GtkWidgetClass FsHolderClass;

GType fs_holder_get_type(void);
void fs_holder_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline);
