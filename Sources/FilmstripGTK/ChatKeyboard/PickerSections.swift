import Filmstrip
import Foundation

/// What stands before the assets of an image picker: action tiles and the camera tile, which scroll with them; and what is said in place of
/// assets where there are none.
@MainActor final class PickerSections: GridLead {
    private let model: ImagePickerModel
    private let actions: [Widget]
    private let camera: Widget?
    private let note: Widget

    init(_ model: ImagePickerModel, actions: [Widget], camera: Widget?, note: Widget) {
        self.model = model
        self.actions = actions
        self.camera = camera
        self.note = note
    }

    func length(in view: CGSize) -> Double { geometry(in: view).assetStart }

    /// In place of a keyboard the picker is wider than high on every device: the window says how the camera tile stands.
    private func geometry(in view: CGSize) -> ImagePickerGeometry {
        model.geometry(in: view, isWide: note.windowSize.map { $0.width > $0.height })
    }

    func attach(to area: ScrollArea) {
        for action in actions { area.add(action, above: true) }
        if let camera { area.add(camera, above: true) }
        area.add(note, above: true)
    }

    func layOut(in area: ScrollArea, view: CGSize, offset: Double) {
        let geometry = geometry(in: view)
        let stage = Stage(area: area, view: view, offset: offset, layout: geometry.layout)
        for (index, action) in actions.enumerated() {
            guard let frame = geometry.actionFrame(index) else { continue }
            stage.place(action, along: 0, length: geometry.actionLength, frame)
        }
        // A tile that is out of sight is not placed, so it is hidden: that is how it knows whether it is seen.
        if let camera { stage.place(camera, along: geometry.cameraStart, length: geometry.cameraLength, nil) }
        guard model.grid.page != .assets else { return }
        let start = geometry.assetStart
        stage.place(note, along: start, length: max(220, stage.viewLength - start), nil)
    }

    /// A layout that goes on.
    @MainActor private struct Stage {
        let area: ScrollArea
        let view: CGSize
        let offset: Double
        let layout: ImagePicker.Layout

        private var isVertical: Bool { layout.scrollDirection == .vertical }
        var viewLength: Double { isVertical ? view.height : view.width }

        /// - Parameter frame: where it lies across the direction of scrolling; nil for all of the room.
        func place(_ widget: Widget, along start: Double, length: Double, _ frame: CGRect?) {
            let begin = start - offset
            let frame = frame ?? CGRect(origin: .zero, size: view)
            guard begin < viewLength, begin + length > 0 else { return }
            if isVertical {
                area.place(
                    widget, x: frame.minX, y: begin, width: frame.width, height: length)
            } else {
                area.place(
                    widget, x: layout.isRightToLeft ? view.width - begin - length : begin, y: frame.minY,
                    width: length, height: frame.height)
            }
        }
    }
}
