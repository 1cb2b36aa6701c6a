public import Foundation
internal import Torpor

/// When the user lets the app know the location.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// They have not been asked, or have not answered.
  case notDetermined = 0
  /// It cannot be allowed; never here.
  case restricted = 1
  /// They do not.
  case denied = 2
  /// At all times.
  case authorizedAlways = 3
  /// While it is in use.
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

/// How exactly the user lets the app know the location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exactly as it is known.
  case fullAccuracy = 0
  /// Within some kilometres.
  case reducedAccuracy = 1
}

/// What the user does, which decides when updates pause.
public enum CLActivityType: Int, Sendable {
  /// Something else.
  case other = 1
  /// They drive.
  case automotiveNavigation = 2
  /// They run or walk.
  case fitness = 3
  /// They move in another vehicle.
  case otherNavigation = 4
  /// They fly.
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
  /// It is not known.
  case unknown = 0
  /// It is.
  case inside = 1
  /// It is not.
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

/// As exactly as is possible, with other sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As exactly as is possible.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within 10 m.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within 100 m.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within 1 km.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within 3 km.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// As exactly as with reduced accuracy: within 5 km here.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5000
/// Every location is an update.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// The domain of errors of locations.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why there is no location.
public struct CLError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, by Apple's numbers.
  public enum Code: Int, Sendable {
    /// It is not known now; it may be later.
    case locationUnknown = 0
    /// The user does not let the app know.
    case denied = 1
    /// The network has failed; never here.
    case network = 2
    /// The user does not let the app monitor regions.
    case regionMonitoringDenied = 4
    /// The region cannot be monitored.
    case regionMonitoringFailure = 5
    /// Updates cannot be deferred.
    case deferredFailed = 11
    /// There are no updates to be deferred.
    case deferredNotUpdatingLocation = 12
    /// Updates as exact as these cannot be deferred.
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

  /// Makes an error of its cause.
  public init(_ code: Code) { self.init(code, text: "") }

  init(_ code: Code, text: String) {
    self.code = code
    self.text = text
  }

  /// The error of Apple's for what the system has refused; `code` for what Apple's has no number for.
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
  /// What failed; with the system's sentence where it has said one.
  public var errorDescription: String? {
    text.isEmpty
      ? "The operation couldn’t be completed. (\(Self.errorDomain) error \(errorCode).)" : text
  }
  /// What goes beside the number.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// The cause, for `catch`.
  public static let locationUnknown = Code.locationUnknown
  /// The cause, for `catch`.
  public static let denied = Code.denied
  /// The cause, for `catch`.
  public static let regionMonitoringDenied = Code.regionMonitoringDenied
  /// The cause, for `catch`.
  public static let regionMonitoringFailure = Code.regionMonitoringFailure

  /// Whether both have the same cause.
  public static func == (left: CLError, right: CLError) -> Bool { left.code == right.code }

  /// Hashes the cause.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CLError.Code {
  /// Has `catch CLError.denied` match.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? CLError)?.code == code }
}
