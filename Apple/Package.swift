// swift-tools-version: 6.2
import PackageDescription

// Compiles the shipped sources of the Apple targets on any host, against doubles of Apple's frameworks, and runs their
// tests there. Apps never see this package: they use the one a folder above, whose targets these are, file by file.

// The same settings as above, checked by Scripts/apple-check.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let warnings: [SwiftSetting] =
    Context.environment["FILMSTRIP_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// What only this package sets: the flag that opens the shipped files, and traps where code of the main actor runs elsewhere.
let doubled: [SwiftSetting] = [
    .define("FILMSTRIP_DOUBLES"),
    .unsafeFlags(["-enable-actor-data-race-checks"]),
]
/// Without it, `import Testing` beside `import UIKit` looks for an overlay that only Apple's systems have.
let noOverlays: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

func double(_ name: String) -> Target.Dependency { .product(name: name, package: "Doubles") }
let appleDoubles = [
    "AVFoundation", "CoreGraphics", "CoreMedia", "CoreTransferable", "ImageIO", "Photos", "PhotosUI", "SwiftUI",
    "UIKit",
    "UniformTypeIdentifiers",
]
.map(double)

var targets: [Target] = [
    .target(name: "Filmstrip"),
    .target(name: "FilmstripFormats", dependencies: ["Filmstrip"]),
    .target(name: "FilmstripTesting", dependencies: ["Filmstrip"]),
    .target(
        name: "FilmstripApple", dependencies: ["Filmstrip", "FilmstripFormats"] + appleDoubles,
        resources: [.process("Resources")]),
    .target(
        name: "FilmstripUIKit", dependencies: ["Filmstrip", "FilmstripApple"] + appleDoubles,
        resources: [.process("Resources")]),
    // That the doubles do what Apple's frameworks do, and refuse what these refuse.
    .testTarget(name: "DoublesTests", dependencies: [double("DoublesControl")] + appleDoubles),
    .testTarget(
        name: "FilmstripAppleTests",
        dependencies: ["FilmstripApple", "FilmstripFormats", "FilmstripTesting", double("DoublesControl")]
            + appleDoubles),
    .testTarget(
        name: "FilmstripUIKitTests",
        dependencies: ["FilmstripUIKit", "FilmstripApple", "FilmstripTesting", double("DoublesControl")] + appleDoubles
    ),
]
for target in targets {
    target.swiftSettings = strict + warnings
    if ["FilmstripApple", "FilmstripUIKit", "DoublesTests"].contains(where: target.name.hasPrefix) {
        target.swiftSettings? += doubled
    }
    if target.type == .test { target.swiftSettings? += noOverlays }
}

let package = Package(
    name: "FilmstripOnDoubles",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "Doubles")],
    targets: targets,
    swiftLanguageModes: [.v6]
)
