import CGTK
package import Filmstrip

/// For those who measure and prove.
extension CameraScreen {
    /// What the screen shows and does.
    package var shooting: CameraScreenModel { model }

    /// The frame of the viewfinder that was drawn last; nil before the first.
    package var drawnFrame: PixelFrame? { view.preview.drawn }

    /// Plays what is reviewed, or lets it stand still.
    package func play() { player.toggle() }

    /// Told of each drawing of the viewfinder.
    package func onDraw(_ body: (@MainActor () -> Void)?) { view.preview.onDraw = body }

    /// Gives the window another size, in points.
    package func resize(width: Int, height: Int) {
        gtk_window_set_default_size(window.cast(), gint(width), gint(height))
    }
}
