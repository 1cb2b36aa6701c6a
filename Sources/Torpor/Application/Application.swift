internal import Synchronization
public import TorporAppModel

/// This process as an app of the system: its life cycle and its requests.
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
/// The connection is made when the value is created and is maintained by its own thread. If the daemon dies, the app
/// keeps running; the connection is made again, requests without an answer are repeated, and callbacks that arrive a
/// second time are not run again. Every method can be called from any thread. `docs/coming-from-uikit.md` lists the
/// counterpart of each of Apple's symbols.
///
/// Linux: the system freezes the control group of the process, so no thread runs while the app is suspended, and a
/// system call in progress simply takes longer.
public final class Application: Sendable {
  // Shape: the entry of the library, as UIApplication is: one method for each call of an app.
  /// The mutable members: the state is written by the main actor and read by any thread; the handlers and activities
  /// are added by any thread and removed by the connection's thread or the main actor.
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
    /// The readers of the location service's callbacks, each under its own number.
    var locationListeners: [UInt64: AsyncStream<LocationCallback>.Continuation] = [:]
    var lastListener: UInt64 = 0
    /// The options for location updates; sent with `startUpdatingLocation()`.
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
  /// The socket is the one that the process inherited (`TORPOR_SOCKET_FD`), otherwise the one at `TORPOR_SOCKET`,
  /// otherwise `$XDG_RUNTIME_DIR/torpor/socket`; for root, or if the user has no daemon, it is `/run/torpor/socket`.
  ///
  /// - Throws: `TorporError` with the code `systemUnavailable` when nothing listens there.
  public convenience init() throws(TorporError) {
    try self.init(connectingTo: .fromEnvironment)
  }

  /// Connects to the system at an endpoint.
  ///
  /// - Throws: The same errors as `init()`.
  package init(connectingTo endpoint: Endpoint) throws(TorporError) {
    // The background listener needs the application, which needs the connection first.
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

  /// The app's state as of the most recent callback.
  public var applicationState: ApplicationState { changing.withLock { $0.state } }

  /// The duration of the app's last suspension; `nil` before the first one.
  ///
  /// It is set before the callback that woke the app. A server may have closed its connection to the app in the
  /// meantime: reconnect rather than wait for an answer.
  public var lastSuspension: Duration? { changing.withLock { $0.lastSuspension } }

  /// Calls the delegates, until the system ends the process or `stop()` is called.
  ///
  /// - Throws: `TorporError`: `notAnApp` when the system does not recognise this process as an app, `notUnderstood`
  ///   when the process that listens on the socket is not Torpor's daemon.
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

  /// Ends `run(_:)`, and with it the connection; unanswered requests fail.
  public func stop() { connection.stop() }
}
