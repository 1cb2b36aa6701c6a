internal import AppleSupport
internal import Synchronization
internal import Torpor

/// One update of the device's location.
public struct CLLocationUpdate: Sendable {
  /// The location of the device; `nil` if the app may not use it.
  public let location: CLLocation?
  /// Whether the device is stationary: the next update follows when it moves.
  public let stationary: Bool
  private let obstacle: LocationObstacle?

  init(_ update: LocationUpdate) {
    location = update.location.map(CLLocation.init)
    stationary = update.isStationary
    obstacle = update.obstacle
  }

  /// The same as `stationary`, before iOS 18.
  public var isStationary: Bool { stationary }
  /// Whether the user allows the app only the approximate location.
  public var accuracyLimited: Bool { obstacle == .accuracyLimited }
  /// Whether the user does not allow the app to use the location.
  public var authorizationDenied: Bool { obstacle == .authorizationDenied }
  /// Whether the app may use the location only while it is in use, and is not in use.
  public var insufficientlyInUse: Bool { obstacle == .insufficientlyInUse }
  /// Whether the app needs a service session while it is off screen.
  public var serviceSessionRequired: Bool { obstacle == .serviceSessionRequired }

  /// The user's activity, which determines how updates are delivered.
  public enum LiveConfiguration: Int, Sendable {
    /// Any activity.
    case `default`
    /// Driving.
    case automotiveNavigation
    /// Moving in another vehicle.
    case otherNavigation
    /// Running or walking.
    case fitness
    /// Flying.
    case airborne

    var live: Torpor.LiveConfiguration {
      switch self {
      case .default: .standard
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }

  /// Returns the updates, from the first that is awaited until the loop is left.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(configuration: configuration)
  }

  /// Updates, one after the other.
  public struct Updates: AsyncSequence, Sendable {
    /// An update.
    public typealias Element = CLLocationUpdate

    let configuration: LiveConfiguration

    /// Returns a reader.
    public func makeAsyncIterator() -> Iterator { Iterator(configuration) }

    /// A reader of the updates in order; the updates end with the app's last reader.
    public final class Iterator: AsyncIteratorProtocol {
      private let configuration: LiveConfiguration
      private var source: (updates: LocationUpdates, reader: LocationUpdates.Iterator)?

      init(_ configuration: LiveConfiguration) { self.configuration = configuration }

      deinit { if let updates = source?.updates { LiveReaders.shared.leave(updates) } }

      /// Returns the next update; `nil` when the task is cancelled.
      ///
      /// - Throws: `CLError` if the system has refused the updates.
      public func next() async throws -> CLLocationUpdate? {
        if source == nil {
          do throws(TorporError) {
            let updates = try await LiveReaders.shared.join(configuration.live)
            source = (updates, updates.makeAsyncIterator())
          } catch {
            AppleSystem.report(error)
            throw CLError(error, or: .locationUnknown)
          }
        }
        return await source?.reader.next().map(CLLocationUpdate.init)
      }
    }
  }
}

/// The app's readers of live updates, which share one session of the system.
private final class LiveReaders: Sendable {
  private struct State {
    var count = 0
    /// Whether the system has started the updates and not stopped them: if two readers leave at once, only one stops
    /// them.
    var isStarted = false
    /// The newest start or stop: the next one waits for it, so that they reach the system in order.
    var newest: Task<Void, Never>?
  }

  static let shared = LiveReaders()
  private let state = Mutex(State())

  /// Starts the updates for one more reader.
  func join(_ configuration: Torpor.LiveConfiguration) async throws(TorporError) -> LocationUpdates
  {
    let start = state.withLock { state in
      state.count += 1
      let before = state.newest
      let start = Task { [self] () -> Result<LocationUpdates, TorporError> in
        await before?.value
        do throws(TorporError) {
          let updates = try await AppleSystem.application().locationManager.liveUpdates(
            configuration
          )
          self.state.withLock { $0.isStarted = true }
          return .success(updates)
        } catch {
          return .failure(error)
        }
      }
      state.newest = Task { _ = await start.value }
      return start
    }
    do throws(TorporError) {
      return try await start.value.get()
    } catch {
      state.withLock { $0.count -= 1 }
      throw error
    }
  }

  /// Stops the updates if no reader has joined by then.
  func leave(_ updates: LocationUpdates) {
    state.withLock { state in
      state.count -= 1
      let before = state.newest
      state.newest = Task { [self] in
        await before?.value
        let isLast = self.state.withLock { state in
          guard state.count == 0, state.isStarted else { return false }
          state.isStarted = false
          return true
        }
        guard isLast else { return }
        do throws(TorporError) { try await updates.stop() } catch { AppleSystem.report(error) }
      }
    }
  }
}
