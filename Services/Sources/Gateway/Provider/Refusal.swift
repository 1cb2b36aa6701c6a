/// Why a request is not accepted: an HTTP status and a reason (push.md, 1.5).
struct Refusal: Error, Hashable, Sendable {
  let reason: Reason
  /// With 410: the time since which the token has been invalid, in milliseconds since 1970.
  var deadSinceMilliseconds: Int64?

  init(_ reason: Reason, deadSinceMilliseconds: Int64? = nil) {
    (self.reason, self.deadSinceMilliseconds) = (reason, deadSinceMilliseconds)
  }

  /// The reasons of the API.
  ///
  /// Apple's `BadCertificate` and `BadCertificateEnvironment` are missing: senders have keys here, not certificates.
  enum Reason: String, Hashable, Sendable, CaseIterable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    case featureNotEnabled = "FeatureNotEnabled"
    case missingChannelID = "MissingChannelId"
    case badChannelID = "BadChannelId"
    case channelNotRegistered = "ChannelNotRegistered"
    case badRequestParams = "BadRequestParams"
    case badRequestPayload = "BadRequestPayload"
    case missingPushType = "MissingPushType"
    case cannotCreateChannelConfig = "CannotCreateChannelConfig"
    case topicMismatch = "TopicMismatch"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case unregistered = "Unregistered"
    case expiredToken = "ExpiredToken"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyRequests = "TooManyRequests"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    var status: Int {
      switch self {
      case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority,
        .badTopic, .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType,
        .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed,
        .featureNotEnabled, .missingChannelID, .badChannelID, .channelNotRegistered,
        .badRequestParams, .badRequestPayload, .missingPushType, .cannotCreateChannelConfig:
        400
      case .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken,
        .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .topicMismatch:
        403
      case .badPath: 404
      case .methodNotAllowed: 405
      case .unregistered, .expiredToken: 410
      case .payloadTooLarge: 413
      case .tooManyRequests, .tooManyProviderTokenUpdates: 429
      case .internalServerError: 500
      case .serviceUnavailable, .shutdown: 503
      }
    }
  }

  /// The body of the answer; also sent to a connection when it is closed.
  var body: String {
    var object = JSONText()
    object.set("reason", reason.rawValue)
    if let deadSinceMilliseconds { object.set("timestamp", deadSinceMilliseconds) }
    return object.finished
  }
}
