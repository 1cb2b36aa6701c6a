internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// A running task of the scheduler (`BGTask`).
///
/// The app may run until all launched tasks are completed, and at most as long as the kind of task allows: a refresh
/// has 30 s, shared by all refreshes of one launch. Every method can be called from any thread.
public final class ScheduledTask: Sendable {
  /// A handler that is called shortly before a task's time runs out.
  public typealias ExpirationHandler = @Sendable () -> Void

  private struct Changing: Sendable {
    var expirationHandler: ExpirationHandler?
    /// The task has been completed or has expired: no handler will be called any more.
    var isPastExpiration = false
    var isCompleted = false
    var shown: Shown
  }

  /// The text that the user sees for continued work.
  struct Shown: Sendable {
    var title = ""
    var subtitle = ""
    var progress = 0.0
    /// The progress last reported to the system, in thousandths.
    var permille = 0
  }

  /// The identifier of its request.
  public let identifier: String
  /// The kind of task.
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

  /// A handler that is called once, on a separate thread, shortly before the time runs out; complete the task soon
  /// afterwards.
  ///
  /// It may be called earlier: processing ends when the user uses the device. The app has 5 s to stop, and one more
  /// second before it is killed. Without a handler, the task ends when its time runs out, unsuccessfully and without a
  /// warning. After the call, and after the completion, the handler is `nil` and remains so.
  public var expirationHandler: ExpirationHandler? {
    get { changing.withLock { $0.expirationHandler } }
    set {
      // The old handler is released outside the lock: objects that it holds may be deallocated with it, and call this
      // code.
      _ = changing.withLock { changing -> ExpirationHandler? in
        guard !changing.isPastExpiration else { return nil }
        let old = changing.expirationHandler
        changing.expirationHandler = newValue
        guard (old != nil) != (newValue != nil) else { return old }
        // Within the lock, so that the last report to the system matches the state.
        application?.tasks { $0.expects(self, isExpected: newValue != nil) }
        tell(App.SetExpirationHandler(callback: token, isSet: newValue != nil))
        return old
      }
    }
  }

  /// Completes the task; later calls are ignored.
  ///
  /// The app may be suspended from then on. Call it after an expiration too. An unsuccessful task is not submitted
  /// again.
  public func setTaskCompleted(success: Bool) {
    _ = changing.withLock { changing -> ExpirationHandler? in
      guard !changing.isCompleted else { return nil }
      changing.isCompleted = true
      tell(App.Complete(callback: token, result: success ? .success : .failure))
      return close(&changing)
    }
  }

  /// Calls the handler, because the time has almost run out.
  func expire() {
    changing.withLock { close(&$0) }?()
  }

  /// Prevents further calls of the handler and returns it.
  private func close(_ changing: inout Changing) -> ExpirationHandler? {
    changing.isPastExpiration = true
    application?.tasks { $0.expects(self, isExpected: false) }
    return changing.expirationHandler.take()
  }

  // MARK: Continued work

  /// The progress of continued work, from 0 to 1; work without progress is ended.
  ///
  /// The system is notified of each additional thousandth.
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

  /// The title of the work, for the user; empty if the task is not continued work.
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

  /// Sends a call that needs no answer: the system refuses it only if its subject has ended in the meantime.
  private func tell(_ call: some KeyedCall) { connection.tell(call) }
}
