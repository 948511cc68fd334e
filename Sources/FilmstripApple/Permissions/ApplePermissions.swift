#if os(iOS) || FILMSTRIP_DOUBLES
    import AVFoundation
    public import Filmstrip
    import Foundation
    import Photos

    /// The permissions of iOS: camera, microphone, and the photo library by what is wanted of it.
    ///
    /// Reading the library and adding to it are two permissions: an app that only saves never asks for reading. Safe to use
    /// from anywhere; holds no answer, since the user may change it at any time.
    public struct ApplePermissions: PermissionProvider {
        private let usage: UsageDescriptions

        /// - Parameter usage: the sentences of the Info.plist that are demanded before the system asks; the app's by default.
        public init(usage: UsageDescriptions = .app) {
            self.usage = usage
        }

        /// What holds now, without asking anybody.
        public func status(of permission: Permission) async -> PermissionStatus { Self.status(of: permission) }

        /// Puts the system's question where nobody has answered it yet.
        /// - Throws: `usageDescriptionMissing` where the Info.plist does not say why; the system would end the app.
        public func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus {
            guard Self.status(of: permission) == .notDetermined else { return Self.status(of: permission) }
            try usage.demand(permission)
            switch permission {
            case .camera: _ = await AVCaptureDevice.requestAccess(for: .video)
            case .microphone: _ = await AVCaptureDevice.requestAccess(for: .audio)
            case .photoLibrary: _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            case .photoLibraryAdding: _ = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
            }
            return Self.status(of: permission)
        }

        /// Tells which permission changed. The system tells nobody of a change in its settings, so all are compared each time
        /// the app comes back to the front.
        public func changes() -> AsyncStream<Permission> {
            AsyncStream { continuation in
                let seen = Locked(Self.statuses())
                let observers = Self.comingBack.map { name in
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                        let now = Self.statuses()
                        let changed = seen.withLock { before in
                            defer { before = now }
                            return Permission.allCases.filter { before[$0] != now[$0] }
                        }
                        for permission in changed { continuation.yield(permission) }
                    }
                }
                let registration = Registration(observers: observers)
                continuation.onTermination = { _ in registration.end() }
            }
        }

        static func status(of permission: Permission) -> PermissionStatus {
            switch permission {
            case .camera: PermissionStatus(AVCaptureDevice.authorizationStatus(for: .video))
            case .microphone: PermissionStatus(AVCaptureDevice.authorizationStatus(for: .audio))
            // Without an access level, iOS would tell a part of the library as the whole.
            case .photoLibrary: PermissionStatus(PHPhotoLibrary.authorizationStatus(for: .readWrite))
            case .photoLibraryAdding: PermissionStatus(PHPhotoLibrary.authorizationStatus(for: .addOnly))
            }
        }

        private static func statuses() -> [Permission: PermissionStatus] {
            Dictionary(uniqueKeysWithValues: Permission.allCases.map { ($0, status(of: $0)) })
        }

        /// By name: UIKit's constants belong to the main actor in some SDKs and to nobody in others. The second is posted in
        /// extensions, which the first does not reach.
        private static let comingBack = [
            NSNotification.Name("UIApplicationDidBecomeActiveNotification"),
            NSNotification.Name("NSExtensionHostDidBecomeActiveNotification"),
        ]

        /// Observers until they are not needed any more.
        private final class Registration: @unchecked Sendable {
            // Unchecked because the tokens are opaque; they are only handed back to the centre, which may be called anywhere.
            private let observers: [any NSObjectProtocol]

            init(observers: [any NSObjectProtocol]) { self.observers = observers }

            func end() {
                for observer in observers { NotificationCenter.default.removeObserver(observer) }
            }
        }
    }

    extension PermissionStatus {
        /// What iOS says about a camera or microphone. What is not known yet counts as denied.
        init(_ status: AVAuthorizationStatus) {
            self =
                switch status {
                case .notDetermined: .notDetermined
                case .restricted: .restricted
                case .denied: .denied
                case .authorized: .authorized
                @unknown default: .denied
                }
        }

        /// What iOS says about the photo library. What is not known yet counts as denied.
        init(_ status: PHAuthorizationStatus) {
            self =
                switch status {
                case .notDetermined: .notDetermined
                case .restricted: .restricted
                case .denied: .denied
                case .authorized: .authorized
                case .limited: .limited
                @unknown default: .denied
                }
        }
    }
#endif
