internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// A session that begins when an object is created and ends with the last of its kind: the daemon has one of each kind
/// for an app.
private final class SharedSession: Sendable {
  private let state = Mutex<(count: Int, life: Int)>((0, 0))
  private let begin: @Sendable (Application) async throws(TorporError) -> Void
  private let end: @Sendable (Application) async throws(TorporError) -> Void
  /// The most recent request.
  private let request = Mutex<Task<Void, Never>?>(nil)

  init(
    begin: @escaping @Sendable (Application) async throws(TorporError) -> Void,
    end: @escaping @Sendable (Application) async throws(TorporError) -> Void
  ) {
    self.begin = begin
    self.end = end
  }

  /// Begins the session, even if another one has been refused: the system accepts a second request for the same
  /// session.
  ///
  /// - Returns: The life of the app in which it has begun.
  func enter() -> Int {
    let life = state.withLock { state in
      state.count += 1
      return state.life
    }
    inTurn(begin)
    return life
  }

  /// Ends the session with the last object of the life.
  func leave(_ life: Int) {
    let isLast = state.withLock { state in
      guard state.life == life else { return false }
      state.count -= 1
      return state.count == 0
    }
    if isLast { inTurn(end) }
  }

  /// Ends all sessions at the end of the app's process.
  func forget() { state.withLock { $0 = (0, $0.life + 1) } }

  /// Makes calls in order, so that the last request takes effect last.
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

/// Lets live updates continue in the background, from its creation until `invalidate()` or its deallocation.
///
/// It needs `location` in `UIBackgroundModes`. Create it on screen; an app that is launched in the meantime creates it
/// again during its launch.
public final class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
  private static let shared = SharedSession(
    begin: { application async throws(TorporError) in
      try await application.locationManager.beginBackgroundActivitySession()
    },
    end: { application async throws(TorporError) in
      try await application.locationManager.endBackgroundActivitySession()
    }
  )
  /// The life in which it was created; `nil`: it has ended.
  private let life: Mutex<Int?>
  static func forget() { shared.forget() }

  /// Begins the session.
  public override init() {
    life = Mutex(Self.shared.enter())
    super.init()
  }

  deinit { invalidate() }

  /// Ends the session, once.
  public func invalidate() {
    let begun = life.withLock { life in
      defer { life = nil }
      return life
    }
    if let begun { Self.shared.leave(begun) }
  }
}

/// Declares the app's need for locations as long as it exists; an app with the authorization "always" also receives the
/// events of its live updates and monitors in the background.
public final class CLServiceSession: Sendable {
  /// The permission that the user must give.
  public enum AuthorizationRequirement: Int, Sendable {
    /// No additional permission.
    case none = 0
    /// The location while the app is in use.
    case whenInUse = 1
    /// The location at all times.
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
  /// The life in which it was created; `nil`: it has ended.
  private let life: Mutex<Int?>
  static func forget() { shared.forget() }

  /// Begins the session, and asks the user if they have not decided.
  public init(authorization: AuthorizationRequirement) {
    life = Mutex(Self.shared.enter())
    ask(authorization)
  }

  /// Does the same as the form without the key: full accuracy is not requested.
  public convenience init(
    authorization: AuthorizationRequirement,
    fullAccuracyPurposeKey: String
  ) { self.init(authorization: authorization) }

  deinit { invalidate() }

  /// Ends the session, once.
  public func invalidate() {
    let begun = life.withLock { life in
      defer { life = nil }
      return life
    }
    if let begun { Self.shared.leave(begun) }
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
