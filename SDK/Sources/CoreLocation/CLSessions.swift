internal import AppleSupport
public import Foundation
internal import Synchronization
internal import Torpor

/// What begins when an object is made and ends with the last of its kind: the daemon has one of each kind for an app.
private final class SharedSession: Sendable {
  private let state = Mutex<(count: Int, life: Int)>((0, 0))
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

  /// Begins, also where another one has been refused: the system takes a second request for the same.
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

  /// Ends with the last one of the life.
  func leave(_ life: Int) {
    let isLast = state.withLock { state in
      guard state.life == life else { return false }
      state.count -= 1
      return state.count == 0
    }
    if isLast { inTurn(end) }
  }

  /// The app of the process has ended, and its sessions with it.
  func forget() { state.withLock { $0 = (0, $0.life + 1) } }

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
  /// The life in which it was made; `nil`: it has ended.
  private let life: Mutex<Int?>
  static func forget() { shared.forget() }

  /// Begins.
  public override init() {
    life = Mutex(Self.shared.enter())
    super.init()
  }

  deinit { invalidate() }

  /// Ends it, once.
  public func invalidate() {
    let begun = life.withLock { life in
      defer { life = nil }
      return life
    }
    if let begun { Self.shared.leave(begun) }
  }
}

/// Says what the app wants to know about places as long as it is there; an app that is always authorized has the events of its live
/// updates and monitors in the background, too.
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
  /// The life in which it was made; `nil`: it has ended.
  private let life: Mutex<Int?>
  static func forget() { shared.forget() }

  /// Begins, and asks the user where they have not decided.
  public init(authorization: AuthorizationRequirement) {
    life = Mutex(Self.shared.enter())
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
