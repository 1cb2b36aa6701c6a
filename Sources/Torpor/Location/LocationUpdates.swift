public import TorporAppModel
internal import TorporAppWire

/// The device's locations for as long as they are awaited (`CLLocationUpdate.liveUpdates`).
///
/// While the device does not move, one update reports this and the app may be suspended; it is woken, or launched, when
/// the device moves again, as far as its sessions allow.
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

  /// Returns a reader; one task at a time may read.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: updates) }

  /// Stops the updates; leaving the loop does not.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()` of the application.
  public func stop() async throws(TorporError) { try await manager.call(App.StopLiveUpdates()) }

  /// A reader of the updates in order.
  public struct Iterator: AsyncIteratorProtocol {
    let updates: EventQueue<LocationUpdate>

    /// Returns the next update; `nil` when the task is cancelled.
    public func next() async -> LocationUpdate? { await updates.next() }
  }
}

extension LocationManager {
  /// Starts live updates, until `stop()`; the first arrives at once if the location is known.
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

  /// Lets live updates continue in the background (`CLBackgroundActivitySession`); needs the mode `location`.
  ///
  /// The session begins on screen; a process that is launched in the meantime resumes it by calling this within 10 s.
  ///
  /// - Throws: `TorporError`: `locationDenied` in the background if there is no session to resume, `stopped` after
  ///   `stop()`.
  public func beginBackgroundActivitySession() async throws(TorporError) {
    try await call(App.BeginBackgroundActivity())
  }

  /// Ends the background activity session (`invalidate()`).
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func endBackgroundActivitySession() async throws(TorporError) {
    try await call(App.EndBackgroundActivity())
  }

  /// Lets an app with the authorization "always" receive live updates, and events of its monitors, in the background
  /// (`CLServiceSession`).
  ///
  /// - Throws: The same errors as `beginBackgroundActivitySession()`.
  public func beginServiceSession() async throws(TorporError) {
    try await call(App.HoldServiceSession())
  }

  /// Ends the service session (`invalidate()`).
  ///
  /// - Throws: The same errors as `stopUpdatingLocation()`.
  public func endServiceSession() async throws(TorporError) {
    try await call(App.EndServiceSession())
  }
}
