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
        case networkAccessRequired = 3164
        case networkError = 3169
        case identifierNotFound = 3201
        case changeNotSupported = 3300
        case operationInterrupted = 3301
        case invalidResource = 3302
        case missingResource = 3303
        case notEnoughSpace = 3305
        case accessRestricted = 3310
        case accessUserDenied = 3311
    }
}
