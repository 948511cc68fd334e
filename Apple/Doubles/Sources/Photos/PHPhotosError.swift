@available(iOS 13.0, *)
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

@available(iOS 13.0, *)
public struct PHPhotosError: CustomNSError, Hashable, Sendable {
    public let code: Code
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
    public static var errorDomain: String { PHPhotosErrorDomain }
    public var errorCode: Int { code.rawValue }

    public enum Code: Int, Sendable {
        case internalError = -1
        case userCancelled = 3072
        case libraryVolumeOffline = 3114
        @available(iOS 14.0, *)
        case networkAccessRequired = 3164
        @available(iOS 16.0, *)
        case networkError = 3169
        @available(iOS 15.0, *)
        case identifierNotFound = 3201
        @available(iOS 15.0, *)
        case changeNotSupported = 3300
        @available(iOS 15.0, *)
        case operationInterrupted = 3301
        @available(iOS 15.0, *)
        case invalidResource = 3302
        @available(iOS 15.0, *)
        case missingResource = 3303
        @available(iOS 15.0, *)
        case notEnoughSpace = 3305
        @available(iOS 15.0, *)
        case accessRestricted = 3310
        @available(iOS 15.0, *)
        case accessUserDenied = 3311
    }
}
