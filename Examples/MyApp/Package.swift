// swift-tools-version: 6.2
import PackageDescription

let core = Target.Dependency.product(name: "Filmstrip", package: "Filmstrip")  // the one call, nouns, rules
let linux = Target.Dependency.product(name: "FilmstripLinux", package: "Filmstrip")  // camera, library
let testKit = Target.Dependency.product(name: "FilmstripTesting", package: "Filmstrip")  // simulated ones

let package = Package(
    name: "MyApp",
    dependencies: [.package(name: "Filmstrip", path: "../..")],
    targets: [
        .executableTarget(name: "MyApp", dependencies: [core, linux, testKit]),
        .testTarget(name: "MyAppTests", dependencies: ["MyApp", core, testKit]),
    ]
)
