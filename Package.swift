// swift-tools-version: 6.2
import PackageDescription

// The same strict settings for every target. `make check` adds warnings as errors through the environment, so that a
// newer system library that deprecates a function never breaks somebody else's build.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let warnings: [SwiftSetting] =
    Context.environment["FILMSTRIP_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

// The code of the documents; see Tests/HouseTests/DocumentationTests.swift.
let examples = Target.target(
    name: "Examples", dependencies: ["Filmstrip", "FilmstripTesting"], path: "Examples", exclude: ["MyApp"])

var products: [Product] = [
    .library(name: "Filmstrip", targets: ["Filmstrip"]),
    .library(name: "FilmstripTesting", targets: ["FilmstripTesting"]),
]
var targets: [Target] = [
    .target(name: "Filmstrip"),
    .target(name: "FilmstripFormats", dependencies: ["Filmstrip"]),
    .target(name: "FilmstripTesting", dependencies: ["Filmstrip"]),
    examples,
    .testTarget(name: "FilmstripTests", dependencies: ["Filmstrip", "FilmstripTesting"]),
    .testTarget(name: "FilmstripFormatsTests", dependencies: ["FilmstripFormats", "FilmstripTesting"]),
    .testTarget(name: "FilmstripTestingTests", dependencies: ["FilmstripTesting"]),
    .testTarget(name: "HouseTests", dependencies: ["Examples"]),
]

#if os(macOS)
    // What iOS apps use. `Apple/` builds and drives these very files on other hosts; its manifest gives them equal settings.
    products += [
        .library(name: "FilmstripApple", targets: ["FilmstripApple"]),
        .library(name: "FilmstripUIKit", targets: ["FilmstripUIKit"]),
    ]
    targets += [
        .target(
            name: "FilmstripApple", dependencies: ["Filmstrip", "FilmstripFormats"],
            resources: [.process("Resources")]),
        .target(
            name: "FilmstripUIKit", dependencies: ["Filmstrip", "FilmstripApple"],
            resources: [.process("Resources")]),
    ]
#endif

// The fuzzer of `make fuzz`. It wants LLVM's own entry, so it is there only when asked for.
if Context.environment["FILMSTRIP_FUZZING"] != nil {
    products.append(.executable(name: "formats-fuzzer", targets: ["FormatsFuzzer"]))
    targets += [
        .systemLibrary(name: "CFuzzer", path: "Sources/CLibraries/CFuzzer"),
        .executableTarget(
            name: "FormatsFuzzer", dependencies: ["Filmstrip", "FilmstripFormats", "CFuzzer"], path: "Fuzzing"),
    ]
}

#if os(Linux)
    // The portable targets build with nothing but the toolchain; everything below wants libraries of the system.
    if Context.environment["FILMSTRIP_CORE_ONLY"] == nil {
        func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
            .systemLibrary(
                name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
        }
        products += [
            .library(name: "FilmstripLinux", targets: ["FilmstripLinux"]),
            .library(name: "FilmstripGTK", targets: ["FilmstripGTK"]),
            .executable(name: "filmstrip", targets: ["FilmstripCommand"]),
            .executable(name: "filmstrip-demo", targets: ["FilmstripDemo"]),
            .executable(name: "filmstrip-decoder", targets: ["FilmstripDecoder"]),
            .executable(name: "filmstrip-poster", targets: ["FilmstripPoster"]),
        ]
        examples.dependencies += ["FilmstripLinux", "FilmstripGTK"]
        targets += [
            .systemLibrary(name: "CFileSystem", path: "Sources/CLibraries/CFileSystem"),
            system("CSQLite", "sqlite3", "libsqlite3-dev"),
            system(
                "CGStreamer", "gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-pbutils-1.0 gio-unix-2.0",
                "libgstreamer-plugins-base1.0-dev"),
            system("CTurboJPEG", "libturbojpeg", "libturbojpeg0-dev"),
            system("CHEIF", "libheif", "libheif-dev"),
            system("CPipeWire", "libpipewire-0.3", "libpipewire-0.3-dev"),
            system("CZBar", "zbar", "libzbar-dev"),
            .systemLibrary(name: "CVideo4Linux", path: "Sources/CLibraries/CVideo4Linux"),
            // The wall around decoders, and the decoders behind it: see Sources/CLibraries/CWall/include/CWall.h.
            system(
                "CPictureLibraries", "libjpeg libpng libwebp libwebpdemux libheif libtiff-4 lcms2",
                "libjpeg-dev libpng-dev libwebp-dev libheif-dev libtiff-dev libjxl-dev liblcms2-dev libgif-dev"),
            .target(name: "CWall", path: "Sources/CLibraries/CWall"),
            .target(
                name: "CPictures", dependencies: ["CPictureLibraries", "CTurboJPEG", "CWall"],
                path: "Sources/CLibraries/CPictures",
                linkerSettings: [.linkedLibrary("gif"), .linkedLibrary("jxl"), .linkedLibrary("m")]),
            .executableTarget(name: "FilmstripDecoder", dependencies: ["CPictures", "CWall"]),
            .executableTarget(name: "FilmstripPoster", dependencies: ["CGStreamer", "CWall"]),
            .target(name: "CEncoders", dependencies: ["CPictureLibraries"], path: "Sources/CLibraries/CEncoders"),
            .target(name: "CPipeWireProbe", dependencies: ["CPipeWire"], path: "Sources/CLibraries/CPipeWireProbe"),
            .target(name: "CPipeWireNode", dependencies: ["CPipeWire"], path: "Sources/CLibraries/CPipeWireNode"),
            .target(
                name: "FilmstripLinux",
                dependencies: [
                    "Filmstrip", "FilmstripFormats", "CFileSystem", "CSQLite", "CGStreamer", "CTurboJPEG", "CHEIF",
                    "CPipeWireProbe", "CVideo4Linux", "CWall", "CPictures", "CEncoders", "CZBar",
                ]),
            // Windows of GTK 4, and the few subclasses that Swift cannot make.
            system("CGTK", "gtk4", "libgtk-4-dev"),
            .target(
                name: "CGTKParts", dependencies: ["CGTK"], path: "Sources/CLibraries/CGTKParts",
                linkerSettings: [.linkedLibrary("X11")]),
            .target(name: "FilmstripGTK", dependencies: ["Filmstrip", "CGTK", "CGTKParts"]),
            // The look of GNOME programs, for the windows of the command alone.
            system("CAdwaita", "libadwaita-1", "libadwaita-1-dev"),
            .target(name: "CLook", dependencies: ["CAdwaita"], path: "Sources/CLibraries/CLook"),
            .target(name: "CStopSignals", path: "Sources/CLibraries/CStopSignals"),
            .executableTarget(
                name: "FilmstripCommand",
                dependencies: [
                    "Filmstrip", "FilmstripFormats", "FilmstripLinux", "FilmstripGTK", "FilmstripTesting",
                    "PrivateDesktop", "CLook", "CStopSignals",
                ]),
            // The demo app, and what desktops want to know of it: desktop file, icons, metainfo.
            .executableTarget(
                name: "FilmstripDemo",
                dependencies: ["Filmstrip", "FilmstripLinux", "FilmstripGTK", "FilmstripTesting", "CAdwaita", "CLook"],
                exclude: ["share"]),
            // A desktop of our own for tests, demo and benchmarks, and the programs that it runs: cameras and a microphone
            // for machines without, a portal's back end, and the keeper that ends everything.
            .target(name: "CKeeper", path: "Sources/CLibraries/CKeeper"),
            .target(name: "PrivateDesktop", dependencies: ["Filmstrip", "CKeeper"]),
            .executableTarget(
                name: "DesktopParts",
                dependencies: [
                    "Filmstrip", "FilmstripTesting", "PrivateDesktop", "CGStreamer", "CPipeWireNode", "CTurboJPEG",
                ]),
            // Windows on their own, driven and measured from outside by the tests of FilmstripGTK.
            .executableTarget(
                name: "WindowProbe",
                dependencies: ["Filmstrip", "FilmstripGTK", "FilmstripLinux", "FilmstripTesting", "CGTK"]),
            // The benchmarks of `make bench`. They see package API, so they are no package of their own.
            .executableTarget(
                name: "FilmstripBenchmarks",
                dependencies: ["Filmstrip", "FilmstripLinux", "FilmstripTesting", "PrivateDesktop"], path: "Benchmarks"),
            .testTarget(
                name: "FilmstripLinuxTests",
                dependencies: [
                    "FilmstripLinux", "FilmstripTesting", "FilmstripFormats", "PrivateDesktop", "DesktopParts",
                    "CPipeWireNode", "CTurboJPEG", "CVideo4Linux",
                ],
                exclude: ["Camera/sensor-proxy.py", "Permissions/press-button.py"]),
            .testTarget(
                name: "FilmstripGTKTests",
                dependencies: [
                    "FilmstripGTK", "Filmstrip", "FilmstripLinux", "FilmstripTesting", "PrivateDesktop", "DesktopParts",
                    "WindowProbe", "FilmstripCommand", "FilmstripDemo",
                ],
                exclude: ["hand.py", "touchscreen.py"]),
            .testTarget(
                name: "FilmstripCommandTests",
                dependencies: ["FilmstripCommand", "FilmstripLinux", "FilmstripTesting", "FilmstripFormats"]),
            // The app of README, file by file, with the dependencies that its own manifest names: see
            // Tests/HouseTests/DocumentationTests.swift.
            .executableTarget(
                name: "MyApp", dependencies: ["Filmstrip", "FilmstripLinux", "FilmstripTesting"],
                path: "Examples/MyApp/Sources/MyApp"),
            .testTarget(
                name: "MyAppTests", dependencies: ["MyApp", "Filmstrip", "FilmstripTesting"],
                path: "Examples/MyApp/Tests/MyAppTests"),
        ]
    }
#endif

// FILMSTRIP_TESTS=FilmstripGTKTests (or several, with commas) builds those tests alone, for whoever works on one room.
if let wanted = Context.environment["FILMSTRIP_TESTS"]?.split(separator: ",").map(String.init) {
    targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

for target in targets where target.type != .system {
    // The app of README is built as anybody's is.
    target.swiftSettings = (target.name.hasPrefix("MyApp") ? [] : strict) + warnings
}

let package = Package(
    name: "Filmstrip",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
