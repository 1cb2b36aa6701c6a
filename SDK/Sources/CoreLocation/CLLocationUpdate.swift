internal import AppleSupport
internal import Foundation
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

    /// Reads the updates in order; the updates end with it.
    public final class Iterator: AsyncIteratorProtocol {
      private let configuration: LiveConfiguration
      private var source: (updates: LocationUpdates, reader: LocationUpdates.Iterator)?

      init(_ configuration: LiveConfiguration) { self.configuration = configuration }

      deinit {
        guard let updates = source?.updates else { return }
        Task {
          do throws(TorporError) { try await updates.stop() } catch { AppleSystem.report(error) }
        }
      }

      /// The next update; `nil` when the task is cancelled.
      ///
      /// - Throws: `CLError` where the system has refused the updates.
      public func next() async throws -> CLLocationUpdate? {
        if source == nil { source = try await Self.start(configuration) }
        return await source?.reader.next().map(CLLocationUpdate.init)
      }

      private static func start(
        _ configuration: LiveConfiguration
      ) async throws -> (LocationUpdates, LocationUpdates.Iterator) {
        do throws(TorporError) {
          let manager = try AppleSystem.application().locationManager
          let updates = try await manager.liveUpdates(configuration.live)
          return (updates, updates.makeAsyncIterator())
        } catch {
          AppleSystem.report(error)
          throw CLError(error, or: .locationUnknown)
        }
      }
    }
  }
}
