public import Foundation
internal import Torpor

/// When the user allows the app to use the location.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// They have not been asked, or have not answered.
  case notDetermined = 0
  /// It cannot be allowed; never used here.
  case restricted = 1
  /// The user does not allow it.
  case denied = 2
  /// It is allowed at all times.
  case authorizedAlways = 3
  /// It is allowed while the app is in use.
  case authorizedWhenInUse = 4

  /// The name of `authorizedAlways` before iOS 8.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }

  init(_ status: LocationAuthorizationStatus?) {
    self =
      switch status {
      case .never: .denied
      case .whenInUse: .authorizedWhenInUse
      case .always: .authorizedAlways
      case .notDetermined, nil: .notDetermined
      }
  }
}

/// How accurately the user allows the app to use the location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As accurately as it is known.
  case fullAccuracy = 0
  /// Within a few kilometres.
  case reducedAccuracy = 1
}

/// The user's activity, which determines when updates pause.
public enum CLActivityType: Int, Sendable {
  /// Another activity.
  case other = 1
  /// Driving.
  case automotiveNavigation = 2
  /// Running or walking.
  case fitness = 3
  /// Moving in another vehicle.
  case otherNavigation = 4
  /// Flying.
  case airborne = 5

  var activity: ActivityType {
    switch self {
    case .other: .other
    case .automotiveNavigation: .automotiveNavigation
    case .fitness: .fitness
    case .otherNavigation: .otherNavigation
    case .airborne: .airborne
    }
  }
}

/// Whether the device is in a region.
public enum CLRegionState: Int, Sendable {
  /// Unknown.
  case unknown = 0
  /// It is inside.
  case inside = 1
  /// It is outside.
  case outside = 2

  init(_ state: RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .inside: .inside
      case .outside: .outside
      }
  }
}

/// As accurately as possible, using additional sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As accurately as possible.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within 10 m.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within 100 m.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within 1 km.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within 3 km.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The reduced accuracy: within 5 km here.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5000
/// Every location is an update.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// The domain of location errors.
public let kCLErrorDomain = "kCLErrorDomain"

/// The cause of a location error.
public struct CLError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, by Apple's numbers.
  public enum Code: Int, Sendable {
    /// The location is currently unknown; it may be known later.
    case locationUnknown = 0
    /// The user does not allow the app to use the location.
    case denied = 1
    /// A network error; never used here.
    case network = 2
    /// The user does not allow the app to monitor regions.
    case regionMonitoringDenied = 4
    /// The region cannot be monitored.
    case regionMonitoringFailure = 5
    /// Updates cannot be deferred.
    case deferredFailed = 11
    /// There are no updates to be deferred.
    case deferredNotUpdatingLocation = 12
    /// Updates with this accuracy cannot be deferred.
    case deferredAccuracyTooLow = 13
    /// Updates with a distance filter cannot be deferred.
    case deferredDistanceFiltered = 14
    /// The deferral was ended.
    case deferredCanceled = 15
    /// Beacons cannot be ranged.
    case rangingUnavailable = 16
    /// Ranging has failed.
    case rangingFailure = 17
    /// The user has declined.
    case promptDeclined = 18
  }

  /// The cause.
  public let code: Code
  private let text: String

  /// Makes an error from its cause.
  public init(_ code: Code) { self.init(code, text: "") }

  init(_ code: Code, text: String) {
    self.code = code
    self.text = text
  }

  /// Makes Apple's error for a refusal of the system; `code` if Apple has no number for it.
  init(_ error: TorporError, or code: Code) {
    let isApples = error.appleCode?.domain == Self.errorDomain
    let known = isApples ? error.appleCode.flatMap { Code(rawValue: $0.code) } : nil
    self.init(known ?? code, text: error.description)
  }

  init(told error: LocationError) { self.init(Code(rawValue: error.rawValue) ?? .locationUnknown) }

  /// The domain.
  public static var errorDomain: String { kCLErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
  /// What failed; the system's sentence, if there is one.
  public var errorDescription: String? {
    text.isEmpty
      ? "The operation couldn’t be completed. (\(Self.errorDomain) error \(errorCode).)" : text
  }
  /// The additional information of the error.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// The cause, for `catch`.
  public static let locationUnknown = Code.locationUnknown
  /// The cause, for `catch`.
  public static let denied = Code.denied
  /// The cause, for `catch`.
  public static let regionMonitoringDenied = Code.regionMonitoringDenied
  /// The cause, for `catch`.
  public static let regionMonitoringFailure = Code.regionMonitoringFailure

  /// Returns whether both have the same cause.
  public static func == (left: CLError, right: CLError) -> Bool { left.code == right.code }

  /// Hashes the cause.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CLError.Code {
  /// Makes `catch CLError.denied` match.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? CLError)?.code == code }
}
