#if os(iOS) || FILMSTRIP_DOUBLES
    #if canImport(CoreTransferable)
        public import CoreTransferable
        public import Filmstrip
        import Foundation

        /// What was picked can be shared, dragged and copied: as the file to use.
        extension PickedMedia: Transferable {
            public static var transferRepresentation: some TransferRepresentation {
                FileRepresentation(exportedContentType: .movie) { SentTransferredFile($0.file.url) }
                    .exportingCondition { $0.kind == .video }
                FileRepresentation(exportedContentType: .image) { SentTransferredFile($0.file.url) }
                    .exportingCondition { $0.kind != .video }
            }
        }
    #endif
#endif
