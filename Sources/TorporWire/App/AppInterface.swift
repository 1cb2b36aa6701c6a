/// The interface between an app and the system.
package enum AppInterface {
  package static let name = "io.torpor.App"

  /// Counts up when the meaning of something changes; additions alone do not change it.
  package static let version = 1

  /// The description that `org.varlink.service` serves.
  package static let description = [basics, event, requests + "\n" + modes].joined(
    separator: "\n\n"
  )

  private static let basics = #"""
    # What an app and the system say to each other (version 1).
    #
    # An app attaches, is told what happens to it, and says when it is done with each event. It can
    # ask only for itself: the system knows from the kernel which app a connection belongs to.
    # Numbers of 64 bits are decimal digits in strings; lengths of time are microseconds.
    interface io.torpor.App
    """#

  /// What the daemon tells an app, and what an app asks of the life cycle, of its work and of its transfers.
  private static let requests = #"""
    # What a central asks of the app's own peripheral. request: what AnswerCentral names; without it
    # nobody waits for an answer. kind: read, write, subscribe (the first central has) or unsubscribe
    # (the last one has). service, characteristic: as the app spelled them. value: Base64.
    type CentralRequest (
      request: ?string,
      kind: string,
      service: string,
      characteristic: string,
      central: ?string,
      offset: int,
      value: string
    )

    # What a server, or a proxy, asks of its client before it answers. previousFailureCount: how many
    # answers it has refused already.
    type Challenge (
      host: string,
      scheme: string,
      realm: ?string,
      isProxy: ?bool,
      previousFailureCount: ?int
    )

    # How far a transfer is: a hint at most twice a second, which nothing is to be returned from.
    # resumedAtByte: where it went on from, the first time that is told.
    type Progress (
      session: string,
      transfer: string,
      bytes: int,
      totalBytes: ?int,
      bytesPerSecond: ?int,
      resumedAtByte: ?int
    )

    type Header (name: string, value: string)

    # A transfer that is asked for. With `file` (absolute) it is an upload of it, else a download, for
    # which the system has a place. url: http or https, at most 8 KiB, without a user. headers: at most
    # 64, 32 KiB together. sha256: what the file must have, in lower case. resumption, of an upload:
    # automatic, none or tus. label: at most 1 KiB. expectedBytes: the most that will go over the
    # network. allows…: it waits for another network otherwise. resumes: the cancelled or failed
    # transfer whose part it goes on with.
    type NewTransfer (
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?string,
      label: ?string,
      isDiscretionary: ?bool,
      earliestBeginMicroseconds: ?int,
      expectedBytes: ?int,
      allowsCellular: ?bool,
      allowsExpensive: ?bool,
      allowsConstrained: ?bool,
      resumes: ?string
    )

    # What takes the place of a transfer that was about to begin.
    type NewRequest (
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?string,
      label: ?string
    )

    # One condition that stands in a transfer's way: what, since when, until when.
    type Condition (
      reason: string,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string
    )

    # A transfer that was accepted. state: queued, running, waiting, suspended, completed, failed or
    # cancelled.
    type Transfer (
      transfer: string,
      app: ?string,
      session: string,
      direction: string,
      state: string,
      isDiscretionary: bool,
      submittedMicroseconds: int,
      deadlineMicroseconds: int,
      attempts: int,
      bytes: int,
      expectedBytes: ?int,
      lastErrorCode: ?int,
      lastErrorName: ?string,
      blockers: []Condition,
      url: ?string,
      label: ?string,
      file: ?string,
      progress: ?(bytes: int, totalBytes: ?int, bytesPerSecond: int)
    )

    # A request to the task scheduler that has not run. The first part is what was submitted;
    # submittedMicroseconds is when, beginMicroseconds before when it does not begin, both on the
    # device's own time line.
    type PendingTask (
      identifier: string,
      type: string,
      earliestBeginMicroseconds: ?int,
      network: ?bool,
      externalPower: ?bool,
      protection: ?string,
      title: ?string,
      subtitle: ?string,
      strategy: ?string,
      gpu: ?bool,
      submittedMicroseconds: int,
      beginMicroseconds: ?int
    )

    # The reply to a call that was made with `oneway` and a `key` on an attached connection.
    type Answer (
      key: string,
      parameters: object,
      error: ?string
    )

    # Starts the stream of events; needs `more`. The first reply has the version alone and says that
    # the app is attached; each later one has an event, a progress or an answer. Events that were not returned
    # from come again. While the stream is open, other calls on the same connection must be oneway;
    # those with a `key` are answered in the stream. Calls on other connections are not concerned.
    method Attach() -> (version: ?int, event: ?Event, progress: ?Progress, answer: ?Answer)

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

    # The process has a handler for the tasks of an identifier. Every handler is registered once in
    # the life of a process, and before it returns from didFinishLaunching, except those of
    # continued tasks; anything else is io.torpor.TaskScheduler.Misuse, which ends an iOS app.
    # isPermitted false: BGTaskSchedulerPermittedIdentifiers does not list the identifier. When the
    # reply was lost, repeat the call with the same key: it is the same registration.
    method RegisterTask(identifier: string, key: ?string) -> (isPermitted: bool)

    # Asks for the task to be run once, when it suits the device, by a launchTask event; its
    # completion handler is Complete with success or failure. A request takes the place of one with
    # the same identifier that waits, so that the call may be repeated when its reply was lost.
    # type: appRefresh; processing and healthResearch (network, externalPower: what must be there);
    # continued (title, subtitle, strategy, gpu). earliestBeginMicroseconds: how long after this call
    # it begins at the earliest. protection, of healthResearch: complete, completeUnlessOpen,
    # completeUntilFirstUserAuthentication or none: the files that it must be able to read.
    # strategy: queue (waits for its turn) or fail (runs at once or not at all). What is left out
    # has Apple's default.
    method SubmitTask(
      identifier: string,
      type: string,
      earliestBeginMicroseconds: ?int,
      network: ?bool,
      externalPower: ?bool,
      protection: ?string,
      title: ?string,
      subtitle: ?string,
      strategy: ?string,
      gpu: ?bool,
      key: ?string
    ) -> ()

    # Takes back the request of an identifier, or all; one that is not there is none to take back.
    method CancelTaskRequest(identifier: ?string, key: ?string) -> ()

    # The requests that have not run, in the order in which they were submitted.
    method PendingTaskRequests(key: ?string) -> (requests: []PendingTask)

    # Whether the task that the launchTask event `callback` started wants a taskExpiration when its
    # time is nearly over; without one it ends then, unsuccessful and unwarned.
    method SetExpirationHandler(callback: string, isSet: bool, key: ?string) -> ()

    # How far a continued task is, 0 to 1000, and what the user sees of it; what is left out stays
    # as it is. A continued task that makes no progress is expired.
    method ReportProgress(
      callback: string,
      permille: int,
      title: ?string,
      subtitle: ?string,
      key: ?string
    ) -> ()

    # How often the app wants performFetch events: `interval` never or minimum, or `microseconds`
    # after the last one at the earliest.
    method SetMinimumBackgroundFetchInterval(
      interval: ?string,
      microseconds: ?int,
      key: ?string
    ) -> ()

    # Makes a background session, or connects to the one of that name, whose events come from then on:
    # each launch of the app opens it again, with the same parameters. session: 1 to 255 bytes.
    # resourceTimeoutMicroseconds: how long a transfer may take with every retry (7 days);
    # requestTimeoutMicroseconds: how long a connection may be silent (60 s); connectionsPerHostMax: 1
    # to 16 (4). asksBeforeDelayedRequests: willBeginDelayedRequest events are wanted.
    method OpenSession(
      session: string,
      sendsLaunchEvents: ?bool,
      isDiscretionary: ?bool,
      resourceTimeoutMicroseconds: ?int,
      requestTimeoutMicroseconds: ?int,
      connectionsPerHostMax: ?int,
      asksBeforeDelayedRequests: ?bool,
      key: ?string
    ) -> ()

    # Starts 1 to 256 transfers, which go on when the app is frozen, ends, or the device restarts.
    # Their numbers follow each other from `first`. When the reply was lost, repeat the call with the
    # same key: it gives the same numbers.
    method StartTransfers(
      session: string,
      transfers: []NewTransfer,
      key: ?string
    ) -> (first: string, count: int)

    # keepsPartial: what was received is kept, for a transfer that `resumes` this one.
    method CancelTransfer(transfer: string, keepsPartial: ?bool, key: ?string) -> ()

    method SuspendTransfer(transfer: string, key: ?string) -> ()

    method ResumeTransfer(transfer: string, key: ?string) -> ()

    # The transfers of a session that are not over, in the order in which they were started, a page at
    # a time: where hasMore is true, call again with the last one's number as `after`.
    method ListTransfers(
      session: string,
      after: ?string,
      key: ?string
    ) -> (transfers: []Transfer, hasMore: bool)

    # Answers a didReceiveChallenge. disposition: useCredential (user, password; kept in memory alone),
    # performDefaultHandling (the refusal of the server is the result), cancel.
    method AnswerChallenge(
      transfer: string,
      disposition: string,
      user: ?string,
      password: ?string,
      key: ?string
    ) -> ()

    # Answers a willBeginDelayedRequest. disposition: continueLoading, useNewRequest (request), cancel.
    method AnswerDelayedRequest(
      transfer: string,
      disposition: string,
      request: ?NewRequest,
      key: ?string
    ) -> ()

    # Ends a session: when its transfers are done, or with cancelsTransfers at once. didBecomeInvalid is
    # its last event.
    method InvalidateSession(session: string, cancelsTransfers: ?bool, key: ?string) -> ()

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
