public import TorporModel

/// Where the device is, for as long as somebody awaits it (`CLLocationUpdate.liveUpdates`).
///
/// When the device stands still one update says so, and the app may be suspended; it is woken, or
/// launched, when the device goes on, as far as its sessions let it.
public final class LiveUpdates: Sendable {
  private let service: LocationService
  private let updates: EventQueue<LiveUpdate>

  init(of service: LocationService) {
    self.service = service
    updates = EventQueue(of: service) { callback in
      guard case .didUpdateLive(let update) = callback else { return nil }
      return update
    }
  }

  /// The next update; `nil` when the task is cancelled.
  ///
  /// One task at a time may await it.
  public func next() async -> LiveUpdate? { await updates.next() }

  /// Wants no more of them.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()` of the application.
  public func stop() async throws(TorporError) { try await service.ask(.live(.stop)) }
}

extension LocationService {
  /// Asks for live updates until `stop()`; the first comes at once where the place is known.
  ///
  /// - Throws: `TorporError`: `refused` where the system has none, `stopped` after `stop()` of the
  ///   application.
  public func liveUpdates(
    _ configuration: LiveConfiguration = .standard
  ) async throws(TorporError) -> LiveUpdates {
    let updates = LiveUpdates(of: self)
    try await ask(.live(.start(configuration)))
    return updates
  }

  /// Lets live updates go on off screen (`CLBackgroundActivitySession`); with the mode `location`.
  ///
  /// It is begun on screen; a process that is launched while it stands takes it up again within 10 s.
  ///
  /// - Throws: `TorporError`: `refused` off screen where none stands, `stopped` after `stop()`.
  public func beginBackgroundActivity() async throws(TorporError) {
    try await ask(.live(.beginBackgroundActivity))
  }

  /// Ends it.
  ///
  /// - Throws: as `stopUpdating`.
  public func endBackgroundActivity() async throws(TorporError) {
    try await ask(.live(.endBackgroundActivity))
  }

  /// Lets an app that may always know places have live updates, and events of its monitors, off screen
  /// (`CLServiceSession`).
  ///
  /// - Throws: as `beginBackgroundActivity`.
  public func holdServiceSession() async throws(TorporError) {
    try await ask(.live(.holdServiceSession))
  }

  /// Ends it.
  ///
  /// - Throws: as `stopUpdating`.
  public func endServiceSession() async throws(TorporError) {
    try await ask(.live(.endServiceSession))
  }
}
