// swift-tools-version: 6.2
import PackageDescription

// Doubles of Apple's frameworks, for tests on other systems: declared exactly as Apple's, as far as Filmstrip uses them,
// and each with a working fake behind it. Built as Apple builds its own: with library evolution, so that a switch over an
// enumeration needs `@unknown default` here as it does there. That brings one warning for each import of Foundation, which is
// not built so on Linux; warnings are silent here for its sake, and are looked for when Scripts/apple-check reads the files.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // As what comes from Objective-C with a completion handler: the async twin stays on its caller's actor.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(["-enable-library-evolution", "-suppress-warnings"]),
]

/// The modules that stand for Apple's, with what they import, in the order of their layers.
let modules: [(name: String, imports: [String])] = [
    ("CoreGraphics", []),
    ("UniformTypeIdentifiers", []),
    ("CoreTransferable", ["UniformTypeIdentifiers"]),
    ("ImageIO", ["CoreGraphics"]),
    ("QuartzCore", ["CoreGraphics"]),
    ("CoreLocation", []),
    ("CoreMedia", ["CoreGraphics"]),
    ("AVFoundation", ["CoreGraphics", "QuartzCore", "CoreMedia"]),
    ("UIKit", ["CoreGraphics", "QuartzCore", "UniformTypeIdentifiers"]),
    ("Photos", ["UIKit", "AVFoundation", "CoreLocation", "CoreGraphics"]),
    ("PhotosUI", ["Photos", "UIKit", "UniformTypeIdentifiers"]),
    ("SwiftUI", ["UIKit"]),
]

/// What every double stands on.
let ground = ["DoublesGround", "FoundationAdditions"]
func dependencies(_ names: [String]) -> [Target.Dependency] { names.map { .init(stringLiteral: $0) } }

let package = Package(
    name: "Doubles",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: (modules.map(\.name) + ["DoublesControl"]).map { .library(name: $0, targets: [$0]) },
    targets: modules.map {
        .target(
            name: $0.name,
            dependencies: (["DoublesGround", "FoundationAdditions"] + $0.imports).map { .init(stringLiteral: $0) },
            swiftSettings: settings)
    } + [
        // What all doubles stand on: the device that they pretend to be, and what Apple would not have forgiven.
        .target(name: "DoublesGround", swiftSettings: settings),
        // What Apple's Foundation has and this host's has not.
        .target(name: "FoundationAdditions", dependencies: ["DoublesGround"], swiftSettings: settings),
        // The hands of a test. Shipped code does not see it.
        .target(
            name: "DoublesControl",
            dependencies: ["DoublesGround", "FoundationAdditions"] + modules.map { .init(stringLiteral: $0.name) },
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
