#if os(iOS) || FILMSTRIP_DOUBLES
    // An app that imports the screens sees the core too.
    @_exported public import Filmstrip
#endif
