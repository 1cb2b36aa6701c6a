internal import AppleSupport
internal import Synchronization
internal import Torpor

/// One update of the device's location.
public struct CLLocationUpdate: Sendable {
  /// Where the device is; `nil` where the app may not know it.
  public let location: CLLocation?
  /// Whether the device stands still: the next update comes when it moves.
  public let stationary: Bool
  private let obstacle: LocationObstacle?

  init(_ update: LocationUpdate) {
    location = update.location.map(CLLocation.init)
    stationary = update.isStationary
    obstacle = update.obstacle
  }

  /// As `stationary`, before iOS 18.
  public var isStationary: Bool { stationary }
  /// Whether the user lets the app know no more than about where the device is.
  public var accuracyLimited: Bool { obstacle == .accuracyLimited }
  /// Whether the user does not let the app know locations.
  public var authorizationDenied: Bool { obstacle == .authorizationDenied }
  /// Whether the app may know them only in use, and is not in use.
  public var insufficientlyInUse: Bool { obstacle == .insufficientlyInUse }
  /// Whether the app needs a service session off screen.
  public var serviceSessionRequired: Bool { obstacle == .serviceSessionRequired }

  /// What the user does, which decides how updates come.
  public enum LiveConfiguration: Int, Sendable {
    /// Something.
    case `default`
    /// They drive.
    case automotiveNavigation
    /// They move in another vehicle.
    case otherNavigation
    /// They run or walk.
    case fitness
    /// They fly.
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

  /// The updates, from the first that is awaited until its loop is left.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(configuration: configuration)
  }

  /// Updates, one after the other.
  public struct Updates: AsyncSequence, Sendable {
    /// What is awaited.
    public typealias Element = CLLocationUpdate

    let configuration: LiveConfiguration

    /// A reader.
    public func makeAsyncIterator() -> Iterator { Iterator(configuration) }

    /// Reads the updates in order; the updates end with the last reader of the app.
    public final class Iterator: AsyncIteratorProtocol {
      private let configuration: LiveConfiguration
      private var source: (updates: LocationUpdates, reader: LocationUpdates.Iterator)?

      init(_ configuration: LiveConfiguration) { self.configuration = configuration }

      deinit { if let updates = source?.updates { LiveReaders.shared.leave(updates) } }

      /// The next update; `nil` when the task is cancelled.
      ///
      /// - Throws: `CLError` where the system has refused the updates.
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

/// The readers of live updates of the app, to which the system gives one session for all.
private final class LiveReaders: Sendable {
  private struct State {
    var count = 0
    /// Whether the system has started the updates and not stopped them: of two readers that leave at once, only one
    /// stops them.
    var isStarted = false
    /// The newest start or stop: the next one waits for it, so that they reach the system in their turn.
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

  /// Stops the updates where no reader has come until then.
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
