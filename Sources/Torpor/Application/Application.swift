internal import Synchronization
public import TorporAppModel

/// This process as an app of the system: its life cycle, and what it can ask for.
///
/// ```swift
/// import Torpor
///
/// @MainActor final class Notes: ApplicationDelegate {
///   func applicationDidEnterBackground(_ application: Application) async {
///     try? await application.withBackgroundTask(withName: "save") { await saveEverything() }
///   }
/// }
///
/// @main struct Main {
///   static func main() async throws { try await Application().run(Notes()) }
/// }
/// ```
///
/// The connection is made when the value is made and kept up by a thread of its own. When the daemon
/// dies the app continues; the connection is made again, requests that had no answer are repeated, and
/// callbacks that come a second time are not run a second time. Every method may be called from any
/// thread. `docs/coming-from-uikit.md` has the counterpart of each of Apple's symbols.
///
/// Linux: the system freezes the control group of the process, so no thread runs while the app is
/// suspended, and an unfinished system call is simply slow.
public final class Application: Sendable {
  // Shape: the entry of the library, as UIApplication is: one method for each call of an app.
  /// What changes: the state is written by the main actor and read by any thread; the handlers and
  /// activities are put in by any thread and taken out by the connection's thread or the main actor.
  struct Changing: Sendable {
    typealias ExpirationHandler = @MainActor @Sendable (BackgroundTaskIdentifier) -> Void

    var state = ApplicationState.inactive
    var lastSuspension: Duration?
    var expirationHandlers: [BackgroundTaskIdentifier: ExpirationHandler] = [:]
    var activities: [ExpiringActivity] = []
    var tasks = TaskTable()
    var isRunning = false
    /// The delegates of the services.
    var delegates = ServiceDelegates()
    /// The readers of the location service's callbacks, by a number of their own.
    var locationListeners: [UInt64: AsyncStream<LocationCallback>.Continuation] = [:]
    var lastListener: UInt64 = 0
    /// How the app wants its location updates; sent with `startUpdatingLocation()`.
    var locationSession = LocationSession()
    /// The audio session's category and options; sent with `setActive(true)`.
    var audioSession = TorporAppModel.AudioSession(category: .soloAmbient)
    /// The handler of `setKeepAliveTimeout(_:handler:)`.
    var keepAliveHandler: KeepAliveHandler?
  }

  let changing = Mutex(Changing())
  let connection: AppConnection
  let sessions: OpenSessions
  let decisions: Decisions
  private let deliveries = DeliveryQueue()

  /// Connects to the system.
  ///
  /// The socket is the one that the process inherited (`TORPOR_SOCKET_FD`), else that at
  /// `TORPOR_SOCKET`, else `$XDG_RUNTIME_DIR/torpor/socket`; as root, or where the user has no daemon,
  /// `/run/torpor/socket`.
  ///
  /// - Throws: `TorporError` with the code `systemUnavailable` when there is no listener there.
  public convenience init() throws(TorporError) {
    try self.init(connectingTo: .fromEnvironment)
  }

  /// Connects to the system at an endpoint.
  ///
  /// - Throws: as `init()`.
  package init(connectingTo endpoint: Endpoint) throws(TorporError) {
    // What runs beside needs the application, which needs the connection first.
    let beside = BackgroundListener()
    sessions = beside.sessions
    decisions = beside.decisions
    let deliveries = deliveries
    connection = try AppConnection(
      to: endpoint,
      listener: AppConnection.Listener(
        event: { delivery, detail in
          if !beside.take(delivery, detail) {
            deliveries.add(DeliveryQueue.Item(delivery: delivery, detail: detail))
          }
        },
        progress: { beside.sessions.take($0) },
        end: { error in
          deliveries.finish(throwing: error)
          beside.sessions.finish()
          beside.decisions.finish()
        }
      )
    )
    beside.attach(self)
  }

  deinit { connection.stop() }

  /// The app's state, as of the last callback that it was given.
  public var applicationState: ApplicationState { changing.withLock { $0.state } }

  /// How long the app was frozen when it last was; `nil` before the first time.
  ///
  /// Set before the callback that has woken the app. A server may have closed its connection to the app in the
  /// meantime: connect again rather than wait for an answer.
  public var lastSuspension: Duration? { changing.withLock { $0.lastSuspension } }

  /// Calls the delegates, until the system ends the process or `stop()` is called.
  ///
  /// - Throws: `TorporError`: `notAnApp` when the system does not take this process for an app,
  ///   `notUnderstood` when what listens on the socket is something else.
  @MainActor
  public func run(_ delegate: some ApplicationDelegate) async throws(TorporError) {
    let wasRunning = changing.withLock { changing in
      defer { changing.isRunning = true }
      return changing.isRunning
    }
    precondition(!wasRunning, "An application runs one delegate, once.")
    sessions.wakes.beginServing()
    defer { sessions.wakes.release() }
    while let item = try await deliveries.next() {
      await handle(item.delivery, item.detail, delegate)
    }
  }

  /// Ends `run(_:)`, and with it the connection; requests without an answer come to nothing.
  public func stop() { connection.stop() }
}
