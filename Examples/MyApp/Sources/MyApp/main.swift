import Filmstrip
import FilmstripLinux
import FilmstripTesting

// The machine's cameras; where it has none, one that is made of code.
let camera = GStreamerCamera(.init(access: DirectCameraAccess(), simulated: SimulatedScene.devices))
let devices = try await camera.devices()
try await camera.start(CameraConfiguration(camera: devices[0].id))
let photo = try await camera.capturePhoto(PhotoSettings())
await camera.stop()
// The file is temporary: it goes with `photo`. The library keeps a copy, in the folder Pictures/Camera.
let asset = try await FolderLibrary().add(NewMedia(.photo(photo)))
print("The photo is \(asset.path?.string ?? "nowhere"), \(photo.size).")
