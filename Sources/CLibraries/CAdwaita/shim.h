#pragma once
#include <adwaita.h>

/// What a screen reader says of a widget.
static inline void fs_widget_set_spoken_name(GtkWidget *widget, const char *name) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}
