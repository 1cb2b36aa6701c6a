/// The interface between an app and the system.
package enum AppInterface {
  package static let name = "io.torpor.App"

  /// Counts up when the meaning of something changes; additions alone do not change it.
  package static let version = 1

  /// The description that `org.varlink.service` serves.
  package static let description = #"""
    # What an app and the system say to each other (version 1).
    #
    # An app attaches, is told what happens to it, and says when it is done with each event. It can
    # ask only for itself: the system knows from the kernel which app a connection belongs to.
    # Numbers of 64 bits are decimal digits in strings; lengths of time are microseconds.
    interface io.torpor.App

    # A call of one of the app's callbacks. Hand `callback` back with Returned when the code for it
    # has run; the app may be frozen or ended for being late otherwise. After a lost connection the
    # same event may come again with the same `callback`; answer it again without running it again.
    #
    # name: didFinishLaunching, didBecomeActive, willResignActive, didEnterBackground,
    # willEnterForeground, willTerminate, didReceiveMemoryWarning,
    # protectedDataWillBecomeUnavailable, protectedDataDidBecomeAvailable,
    # backgroundTaskExpiration (task, taskName), expiringActivity (task, reason, expired),
    # didReceiveRemoteNotification (payload). Return from names that you do not know.
    # destination: "foreground" or "background", of didFinishLaunching; wakeReason: what a launch
    # into the background is for. hasCompletionHandler: call Complete too, once the work is done.
    type Event (
      callback: string,
      name: string,
      hasCompletionHandler: ?bool,
      destination: ?string,
      wakeReason: ?string,
      task: ?string,
      taskName: ?string,
      reason: ?string,
      expired: ?bool,
      payload: ?string
    )

    # The reply to a call that was made with `oneway` and a `key` on an attached connection.
    type Answer (
      key: string,
      parameters: object,
      error: ?string
    )

    # Starts the stream of events; needs `more`. The first reply has the version alone and says that
    # the app is attached; each later one has an event or an answer. Events that were not returned
    # from come again. While the stream is open, other calls on the same connection must be oneway;
    # those with a `key` are answered in the stream. Calls on other connections are not concerned.
    method Attach() -> (version: ?int, event: ?Event, answer: ?Answer)

    # The code for an event has run.
    method Returned(callback: string, key: ?string) -> ()

    # The completion handler of an event is called.
    # result: newData, noData, failed, success or failure.
    method Complete(callback: string, result: string, key: ?string) -> ()

    # Asks for time to finish something after the app leaves the screen. `task` "0": there is none
    # to be had. A call with a key that was used before by the same process gives the same task, so
    # that a call may be repeated when its reply was lost.
    method BeginBackgroundTask(
      name: ?string,
      hasExpirationHandler: ?bool,
      key: ?string
    ) -> (task: string)

    # Ends a task; each must be ended exactly once, or the app is killed when the time is up.
    method EndBackgroundTask(task: string, key: ?string) -> ()

    # Asks for an expiringActivity event, which lasts until it is returned from; it comes a second
    # time, with `expired` true, when the app is about to be frozen, or alone if there is no time.
    method PerformExpiringActivity(reason: string, key: ?string) -> (task: ?string)

    # What is left of the app's time in the background; without `microseconds` it is unlimited.
    method BackgroundTimeRemaining(key: ?string) -> (microseconds: ?int)

    # No such task: it was ended before, or belongs to another process.
    error UnknownTask (task: string, message: string)

    # No such event is under way.
    error UnknownCallback (callback: string, message: string)

    # The event has no completion handler.
    error NoCompletionHandler (callback: string, message: string)

    # A name or reason is too long.
    error TextTooLong (bytes: int, bytesMax: int, message: string)

    """#
}
