public import TorporAppModel
internal import TorporAppWire

/// The device's locations, as long as they are awaited (`CLLocationUpdate.liveUpdates`).
///
/// While the device does not move, one update says so and the app may be suspended; it is woken, or
/// launched, when the device moves again, as far as its sessions allow.
///
/// ```swift
/// for await update in try await application.locationManager.liveUpdates(.fitness) {
///   print(update.location?.coordinate as Any)
/// }
/// ```
public final class LocationUpdates: AsyncSequence, Sendable {
  private let manager: LocationManager
  private let updates: EventQueue<LocationUpdate>

  init(of manager: LocationManager) {
    self.manager = manager
    updates = EventQueue(of: manager) { callback in
      guard case .didUpdateLive(let update) = callback else { return nil }
      return update
    }
  }

  /// A reader; one task at a time may read.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: updates) }

  /// Stops the updates; leaving the loop does not.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()` of the application.
  public func stop() async throws(TorporError) { try await manager.call(App.StopLiveUpdates()) }

  /// Reads the updates in order.
  public struct Iterator: AsyncIteratorProtocol {
    let updates: EventQueue<LocationUpdate>

    /// The next update; `nil` when the task is cancelled.
    public func next() async -> LocationUpdate? { await updates.next() }
  }
}

extension LocationManager {
  /// Starts live updates, until `stop()`; the first comes at once where the location is known.
  ///
  /// - Throws: `TorporError`: a code of the location service, or `stopped` after `stop()` of the
  ///   application.
  public func liveUpdates(
    _ configuration: LiveConfiguration = .standard
  ) async throws(TorporError) -> LocationUpdates {
    let updates = LocationUpdates(of: self)
    try await call(App.StartLiveUpdates(configuration: configuration))
    return updates
  }

  /// Lets live updates continue in the background (`CLBackgroundActivitySession`); needs the mode
  /// `location`.
  ///
  /// It begins on screen; a process that is launched meanwhile resumes it by calling this within 10 s.
  ///
  /// - Throws: `TorporError`: `locationDenied` in the background where there is none to resume, `stopped`
  ///   after `stop()`.
  public func beginBackgroundActivitySession() async throws(TorporError) {
    try await call(App.BeginBackgroundActivity())
  }

  /// Ends it (`invalidate()`).
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func endBackgroundActivitySession() async throws(TorporError) {
    try await call(App.EndBackgroundActivity())
  }

  /// Lets an app that is always authorized have live updates, and events of its monitors, in the
  /// background (`CLServiceSession`).
  ///
  /// - Throws: as `beginBackgroundActivitySession()`.
  public func beginServiceSession() async throws(TorporError) {
    try await call(App.HoldServiceSession())
  }

  /// Ends it (`invalidate()`).
  ///
  /// - Throws: as `stopUpdatingLocation()`.
  public func endServiceSession() async throws(TorporError) {
    try await call(App.EndServiceSession())
  }
}
