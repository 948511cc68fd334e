import Filmstrip

/// The window that lists the keys.
enum Shortcuts {
    static func xml(_ texts: DemoTexts, _ words: Texts) -> String {
        """
        <object class="GtkShortcutsWindow" id="shortcuts">
          <property name="modal">1</property>
          <child><object class="GtkShortcutsSection">
            <property name="section-name">all</property>
            \(group(texts.general, [
                ("<Alt>1", texts.avatar), ("<Alt>2", texts.attachments), ("<Alt>3", texts.chat), ("<Alt>4", texts.camera),
                ("<Control>question", texts.shortcuts), ("<Control>w", words.buttons.close), ("<Control>q", texts.quit),
            ]))
            \(group(texts.attachments, [
                ("Return", words.buttons.preview), ("Delete", words.buttons.delete), ("Left Right", texts.picture),
            ]))
            \(group(words.notices.choosePicture, [
                ("Return", texts.select), ("space", words.buttons.preview), ("<Control>f", words.buttons.search),
                ("<Control>plus", words.buttons.zoomIn), ("<Control>minus", words.buttons.zoomOut),
                ("<Control>Return", words.buttons.done), ("Escape", words.buttons.cancel),
            ]))
          </object></child>
        </object>
        """
    }

    private static func group(_ title: String, _ keys: [(String, String)]) -> String {
        let rows = keys.map { accelerator, title in
            """
            <child><object class="GtkShortcutsShortcut">
              <property name="accelerator">\(escaped(accelerator))</property>
              <property name="title">\(title)</property>
            </object></child>
            """
        }
        return """
            <child><object class="GtkShortcutsGroup"><property name="title">\(title)</property>
            \(rows.joined(separator: "\n"))
            </object></child>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
