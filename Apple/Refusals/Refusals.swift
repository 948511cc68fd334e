import AVFoundation
import Foundation
import Photos
import PhotosUI
import UIKit
// expected-note@-0 2 {{add import of module}}

// Each line below must be refused, as Xcode refuses it: read by the compiler in its verifying mode, as for iOS 17.

final class NoCoder: UIView {
    let number: Int
    init(number: Int) {
        self.number = number
        super.init(frame: .zero)
    }
} // expected-error {{'required' initializer 'init(coder:)' must be provided by subclass of 'UIView'}}
final class NotDesignated: UIViewController {
    init(number: Int) { super.init() } // expected-error {{must call a designated initializer of the superclass 'UIViewController'}}
    required init?(coder: NSCoder) { nil }
}
func offMain() -> UIView { UIView() } // expected-error {{call to main actor-isolated initializer 'init()' in a synchronous nonisolated context}} expected-note@-0 {{add '@MainActor'}}
func known(_ status: PHAuthorizationStatus) -> Int {
    switch status { // expected-error {{switch covers known cases, but 'PHAuthorizationStatus' may have additional unknown values}} expected-note@-0 {{handle unknown values using "@unknown default"}}
    case .notDetermined, .restricted, .denied, .authorized, .limited: 0
    }
}
@MainActor func optionalView(_ controller: UIViewController) {
    let view = controller.view
    view.layoutSubviews() // expected-error {{value of optional type 'UIView?' must be unwrapped}} expected-note@-0 {{chain the optional}} expected-note@-0 {{force-unwrap}}
}
func valueType() {
    let configuration = PHPickerConfiguration() // expected-note {{change 'let' to 'var'}}
    configuration.selectionLimit = 2 // expected-error {{cannot assign to property: 'configuration' is a 'let' constant}}
}
@MainActor func settings(_ scene: UIWindowScene, _ url: URL) async {
    _ = scene.open(url, options: nil) // expected-error {{expression is 'async' but is not marked with 'await'}} expected-note@-0 {{call is 'async'}}
}
func needsSendable<Value: Sendable>(_ value: Value) {}
func send(_ result: PHPickerResult, _ found: PHFetchResult<PHAsset>, _ provider: NSItemProvider, _ file: PHAssetResource) {
    needsSendable(result) // expected-error {{type 'PHPickerResult' does not conform to the 'Sendable' protocol}}
    needsSendable(found) // expected-error {{type 'PHFetchResult<PHAsset>' does not conform to the 'Sendable' protocol}}
    needsSendable(provider) // expected-error {{type 'NSItemProvider' does not conform to the 'Sendable' protocol}}
    needsSendable(file) // expected-error {{type 'PHAssetResource' does not conform to the 'Sendable' protocol}}
}
struct NotAClass: PHPickerViewControllerDelegate { // expected-error {{non-class type 'NotAClass' cannot conform to class protocol 'PHPickerViewControllerDelegate'}}
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {}
}
final class HalfADelegate: NSObject, UIImagePickerControllerDelegate {}
@MainActor func half(_ picker: UIImagePickerController, _ delegate: HalfADelegate) { // expected-note 2 {{}}
    picker.delegate = delegate // expected-error {{no 'delegate' candidates produce the expected contextual result type}}
}
@MainActor func oldSpelling(_ controller: UIViewController) {
    controller.presentViewController(UIViewController(), animated: true) // expected-error {{value of type 'UIViewController' has no member 'presentViewController'}}
}
func tooNew() -> NSNotification.Name { // expected-note {{}}
    AVCaptureDevice.subjectAreaDidChangeNotification // expected-error {{'subjectAreaDidChangeNotification' is only available in iOS 18.0 or newer}} expected-note@-0 {{}}
}
final class Observer: NSObject, PHPhotoLibraryChangeObserver { // expected-error {{crosses into main actor-isolated code}} expected-note@-0 2 {{}}
    @MainActor func photoLibraryDidChange(_ changeInstance: PHChange) {} // expected-note {{cannot satisfy nonisolated requirement}}
}
func missingImport(_ provider: NSItemProvider) {
    _ = provider.loadFileRepresentation(for: .image) { _, _, _ in } // expected-error 2 {{not available due to missing import of defining module 'UniformTypeIdentifiers'}}
}
