import DoublesGround
import UniformTypeIdentifiers

@available(iOS 14.0, *)
public struct PHPickerFilter: Equatable, Hashable {
    private indirect enum Rule: Hashable {
        case kind(String)
        case any([PHPickerFilter])
        case all([PHPickerFilter])
        case not(PHPickerFilter)
    }
    private let rule: Rule

    public static var images: PHPickerFilter { PHPickerFilter(rule: .kind("public.image")) }
    public static var videos: PHPickerFilter { PHPickerFilter(rule: .kind("public.movie")) }
    public static var livePhotos: PHPickerFilter { PHPickerFilter(rule: .kind("com.apple.live-photo")) }
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(rule: .any(subfilters))
    }
    @available(iOS 15.0, *)
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(rule: .all(subfilters))
    }
    @available(iOS 15.0, *)
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter { PHPickerFilter(rule: .not(filter)) }

    /// Whether the picker shows something that has these types.
    package func shows(_ types: Set<String>) -> Bool {
        switch rule {
        case .kind(let kind): types.contains(kind)
        case .any(let filters): filters.contains { $0.shows(types) }
        case .all(let filters): filters.allSatisfy { $0.shows(types) }
        case .not(let filter): !filter.shows(types)
        }
    }
}

@available(iOS 14.0, *)
public struct PHPickerConfiguration: Equatable, Hashable {
    public init() { hasLibrary = false }
    public init(photoLibrary: PHPhotoLibrary) { hasLibrary = true }

    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    @available(iOS 15.0, *)
    public var selection: Selection {
        get { chosenSelection }
        set { chosenSelection = newValue }
    }
    public var selectionLimit = 1
    public var filter: PHPickerFilter?
    @available(iOS 15.0, *)
    public var preselectedAssetIdentifiers: [String] {
        get { preselected }
        set { preselected = newValue }
    }
    private var chosenSelection = Selection.default
    private var preselected: [String] = []
    /// Without a library the results carry no identifiers.
    package let hasLibrary: Bool

    public enum AssetRepresentationMode: Sendable { case automatic, current, compatible }
    @available(iOS 15.0, *)
    public enum Selection: Sendable {
        case `default`, ordered
        @available(iOS 17.0, *)
        case continuous
        @available(iOS 17.0, *)
        case continuousAndOrdered
    }
}

/// What the user chose: the identifier only when the configuration has a library. Not Sendable, as Apple's.
@available(iOS 14.0, *)
public struct PHPickerResult: Equatable, Hashable {
    public let itemProvider: NSItemProvider
    public let assetIdentifier: String?
    package init(itemProvider: NSItemProvider, assetIdentifier: String?) {
        self.itemProvider = itemProvider
        self.assetIdentifier = assetIdentifier
    }
}

@available(iOS 14.0, *)
@MainActor @preconcurrency public protocol PHPickerViewControllerDelegate: AnyObject {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// The system's picker. Runs in another process: what it shows cannot be seen by the app.
@available(iOS 14.0, *)
@MainActor open class PHPickerViewController: UIViewController {
    @preconcurrency public convenience init(configuration: PHPickerConfiguration) {
        self.init(made: configuration)
        if !configuration.preselectedAssetIdentifiers.isEmpty, !configuration.hasLibrary {
            World.current.record(.invalidArgument, "preselection needs a configuration that has a photo library")
        }
        if configuration.selectionLimit < 0 {
            World.current.record(.invalidArgument, "selectionLimit \(configuration.selectionLimit)")
        }
    }
    private init(made configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }

    @preconcurrency public let configuration: PHPickerConfiguration
    @preconcurrency public weak var delegate: (any PHPickerViewControllerDelegate)?

    /// What the user chose, or nothing for Cancel, told to the delegate. The picker stays: the app takes it away.
    package func finish(_ results: [PHPickerResult]) { delegate?.picker(self, didFinishPicking: results) }
}
