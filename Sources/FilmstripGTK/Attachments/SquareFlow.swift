import CGTK
import CGTKParts

/// Squares of one size in lines that wrap, such as the tiles of a small grid that grows with what is in it.
final class SquareFlow: Widget {
    /// - Parameters:
    ///   - side: of the smallest square; a line's squares share what is left over.
    ///   - gap: between two.
    init(side: Int, gap: Int) { super.init(taking: fs_square_flow_new(gint(side), gint(gap))!) }

    /// Lets these be the children, in that order. Those that are there already stay as they are.
    func setChildren(_ wanted: [Widget]) {
        let kept = Set(wanted.map(\.pointer))
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            next = gtk_widget_get_next_sibling(child)
            if !kept.contains(OpaquePointer(child)) { gtk_widget_unparent(child) }
        }
        var last: UnsafeMutablePointer<GtkWidget>?
        for child in wanted {
            if gtk_widget_get_prev_sibling(child.widget) != last || gtk_widget_get_parent(child.widget) == nil {
                gtk_widget_insert_after(child.widget, widget, last)
            }
            last = child.widget
        }
    }
}
