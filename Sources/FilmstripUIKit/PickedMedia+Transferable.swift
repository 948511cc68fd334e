#if os(iOS) || FILMSTRIP_DOUBLES
    #if canImport(CoreTransferable)
        public import CoreTransferable
        public import Filmstrip
        import Foundation
        import UniformTypeIdentifiers

        /// What was picked can be shared, dragged and copied: as the file to use.
        extension PickedMedia: Transferable {
            /// An image, or a movie for videos.
            public static var transferRepresentation: some TransferRepresentation {
                // The type is written, since a chain of calls hides it from the builder.
                FileRepresentation(exportedContentType: .movie) { (media: PickedMedia) in
                    SentTransferredFile(media.file.url)
                }
                .exportingCondition { $0.kind == .video }
                FileRepresentation(exportedContentType: .image) { (media: PickedMedia) in
                    SentTransferredFile(media.file.url)
                }
                .exportingCondition { $0.kind != .video }
            }
        }
    #endif
#endif
