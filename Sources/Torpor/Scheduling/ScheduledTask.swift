internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// A task of the scheduler while it runs (`BGTask`).
///
/// The app may run until all tasks that were launched are completed, and at most as long as the kind of task
/// allows: a refresh has 30 s, counted for all refreshes of one launch together. Every method may be called
/// from any thread.
public final class ScheduledTask: Sendable {
  /// A handler that is called shortly before the time of a task is up.
  public typealias ExpirationHandler = @Sendable () -> Void

  private struct Changing: Sendable {
    var expirationHandler: ExpirationHandler?
    /// Completed, or told that its time is over: nothing will call a handler any more.
    var isPastExpiration = false
    var isCompleted = false
    var shown: Shown
  }

  /// What the user sees of continued work.
  struct Shown: Sendable {
    var title = ""
    var subtitle = ""
    var progress = 0.0
    /// What the system was last told, in thousandths.
    var permille = 0
  }

  /// The identifier of the request that it came from.
  public let identifier: String
  /// What kind of task it is.
  public let type: TaskType
  let token: CallbackToken
  private let connection: AppConnection
  private weak let application: Application?
  private let changing: Mutex<Changing>

  init(
    _ token: CallbackToken,
    identifier: String,
    type: TaskType,
    shown: Shown,
    of application: Application
  ) {
    self.token = token
    self.identifier = identifier
    self.type = type
    self.application = application
    connection = application.connection
    changing = Mutex(Changing(shown: shown))
  }

  // MARK: Its end

  /// Called once, on a separate thread, shortly before the time is up; complete the task soon afterwards.
  ///
  /// It may be called earlier: processing ends when the user uses the device. The app has 5 s to stop, and one more
  /// before it is killed. Without a handler, the task ends when its time is up, unsuccessfully and without a warning.
  /// After the call, and after the completion, the handler is `nil` and stays so.
  public var expirationHandler: ExpirationHandler? {
    get { changing.withLock { $0.expirationHandler } }
    set {
      // The old one is let go outside of the lock: what it holds may end with it, and call us.
      _ = changing.withLock { changing -> ExpirationHandler? in
        guard !changing.isPastExpiration else { return nil }
        let old = changing.expirationHandler
        changing.expirationHandler = newValue
        guard (old != nil) != (newValue != nil) else { return old }
        // Within the lock, so that what the system hears last is how it is.
        application?.tasks { $0.expects(self, isExpected: newValue != nil) }
        tell(App.SetExpirationHandler(callback: token, isSet: newValue != nil))
        return old
      }
    }
  }

  /// Completes the task; later calls are ignored.
  ///
  /// The app may be suspended from then on. Call it after an expiration too. A failure does not submit the
  /// request again.
  public func setTaskCompleted(success: Bool) {
    _ = changing.withLock { changing -> ExpirationHandler? in
      guard !changing.isCompleted else { return nil }
      changing.isCompleted = true
      tell(App.Complete(callback: token, result: success ? .success : .failure))
      return close(&changing)
    }
  }

  /// Calls the handler: the time is nearly over.
  func expire() {
    changing.withLock { close(&$0) }?()
  }

  /// No handler is called from now on; returns the one that there was.
  private func close(_ changing: inout Changing) -> ExpirationHandler? {
    changing.isPastExpiration = true
    application?.tasks { $0.expects(self, isExpected: false) }
    return changing.expirationHandler.take()
  }

  // MARK: Continued work

  /// The progress of continued work, from 0 to 1; work that makes no progress is ended.
  ///
  /// The system is notified of each further thousandth.
  public var progress: Double {
    get { changing.withLock { $0.shown.progress } }
    set {
      changing.withLock { changing in
        guard newValue.isFinite, !changing.isCompleted else { return }
        changing.shown.progress = min(max(newValue, 0), 1)
        let permille = Int(changing.shown.progress * 1000)
        guard permille > changing.shown.permille else { return }
        changing.shown.permille = permille
        tell(App.ReportProgress(callback: token, permille: permille))
      }
    }
  }

  /// The title of the work, for the user; empty if the task is not a continued one.
  public var title: String { changing.withLock { $0.shown.title } }

  /// The current step of the work, for the user.
  public var subtitle: String { changing.withLock { $0.shown.subtitle } }

  /// Changes the title and subtitle of continued work; at most 256 bytes each.
  public func updateTitle(_ title: String, subtitle: String) {
    changing.withLock { changing in
      guard !changing.isCompleted else { return }
      changing.shown.title = title
      changing.shown.subtitle = subtitle
      tell(
        App.ReportProgress(
          callback: token,
          permille: changing.shown.permille,
          title: title,
          subtitle: subtitle
        )
      )
    }
  }

  /// Sends what needs no answer: the system refuses only what has ended meanwhile.
  private func tell(_ call: some KeyedCall) { connection.tell(call) }
}
