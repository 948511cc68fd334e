#if os(iOS) || FILMSTRIP_DOUBLES
    // An app that imports the back ends sees the core too.
    @_exported public import Filmstrip
#endif
