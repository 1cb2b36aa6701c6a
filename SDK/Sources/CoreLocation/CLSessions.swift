internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// What begins when an object is made and ends with the last of its kind: the daemon has one of each kind for an app.
private final class SharedSession: Sendable {
  private let count = Mutex(0)
  private let begin: @Sendable (Application) async throws(TorporError) -> Void
  private let end: @Sendable (Application) async throws(TorporError) -> Void
  /// The request that was made last.
  private let request = Mutex<Task<Void, Never>?>(nil)

  init(
    begin: @escaping @Sendable (Application) async throws(TorporError) -> Void,
    end: @escaping @Sendable (Application) async throws(TorporError) -> Void
  ) {
    self.begin = begin
    self.end = end
  }

  func enter() {
    let isFirst = count.withLock { count in
      count += 1
      return count == 1
    }
    if isFirst { inTurn(begin) }
  }

  func leave() {
    let isLast = count.withLock { count in
      // Those of an app that has ended are gone already.
      guard count > 0 else { return false }
      count -= 1
      return count == 0
    }
    if isLast { inTurn(end) }
  }

  /// The app of the process has ended, and its sessions with it.
  func forget() { count.withLock { $0 = 0 } }

  /// What is asked for last takes effect last.
  private func inTurn(_ call: @escaping @Sendable (Application) async throws(TorporError) -> Void) {
    request.withLock { request in
      let before = request
      request = Task {
        await before?.value
        await AppleSystem.attempt(call)
      }
    }
  }
}

/// Lets live updates continue in the background, from when it is made until `invalidate()` or its end.
///
/// Needs `location` in `UIBackgroundModes`. Make it on screen; an app that is launched meanwhile makes it again in its
/// launch.
public final class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
  private static let shared = SharedSession(
    begin: { application async throws(TorporError) in
      try await application.locationManager.beginBackgroundActivitySession()
    },
    end: { application async throws(TorporError) in
      try await application.locationManager.endBackgroundActivitySession()
    }
  )
  private let isValid = Mutex(true)
  static func forget() { shared.forget() }

  /// Begins.
  public override init() {
    super.init()
    Self.shared.enter()
  }

  deinit { invalidate() }

  /// Ends it, once.
  public func invalidate() {
    let was = isValid.withLock { isValid in
      defer { isValid = false }
      return isValid
    }
    if was { Self.shared.leave() }
  }
}

/// Says what the app wants to know about places as long as it is there; with `always` its live updates and monitors have
/// their events in the background, too.
public final class CLServiceSession: Sendable {
  /// What the user is to allow.
  public enum AuthorizationRequirement: Int, Sendable {
    /// Nothing more than they have.
    case none = 0
    /// Locations in use.
    case whenInUse = 1
    /// Locations at all times.
    case always = 2
  }

  private static let shared = SharedSession(
    begin: { application async throws(TorporError) in
      try await application.locationManager.beginServiceSession()
    },
    end: { application async throws(TorporError) in
      try await application.locationManager.endServiceSession()
    }
  )
  private let isValid = Mutex(true)
  static func forget() { shared.forget() }

  /// Begins, and asks the user where they have not decided.
  public init(authorization: AuthorizationRequirement) {
    Self.shared.enter()
    ask(authorization)
  }

  /// As without the key: full accuracy is not asked for.
  public convenience init(
    authorization: AuthorizationRequirement,
    fullAccuracyPurposeKey: String
  ) { self.init(authorization: authorization) }

  deinit { invalidate() }

  /// Ends it, once.
  public func invalidate() {
    let was = isValid.withLock { isValid in
      defer { isValid = false }
      return isValid
    }
    if was { Self.shared.leave() }
  }

  private func ask(_ authorization: AuthorizationRequirement) {
    let manager = CLLocationManager()
    switch authorization {
    case .none: break
    case .whenInUse: manager.requestWhenInUseAuthorization()
    case .always: manager.requestAlwaysAuthorization()
    }
  }
}
