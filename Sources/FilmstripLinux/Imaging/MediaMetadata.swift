public import Filmstrip
import FilmstripFormats

/// All that a file says about itself.
public enum MediaMetadata {
    /// Every tag of a file (EXIF 2.32, XMP, IPTC IIM 4.2, and what containers say), in the order of the file, with values for
    /// people and as they are. Values that say nothing, such as 0/0, are left out. No picture is decoded.
    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat`.
    public static func entries(of path: MediaPath) throws(LibraryError) -> [MetadataEntry] {
        try MetadataReader.read(FileByteSource(path: path), name: path.name.string, subject: path.string)
    }
}
