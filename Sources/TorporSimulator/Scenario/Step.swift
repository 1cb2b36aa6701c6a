package import TorporModel

/// One thing that an app does; steps run in order.
package struct Step: Hashable, Sendable {
  /// What it does.
  package var kind: Kind
  /// Where the file says so.
  package var line: Int

  /// Makes a step.
  package init(_ kind: Kind, line: Int = 0) {
    self.kind = kind
    self.line = line
  }

  /// What a step can be.
  package indirect enum Kind: Hashable, Sendable {
    /// Blocks the thread that it is on.
    case work(Duration)
    /// Lets other work run, then goes on.
    case wait(Duration)
    /// Runs beside the rest and outlives the callback.
    case async([Step])
    case beginBackgroundTask(name: String)
    case endBackgroundTask(name: String)
    case expiringActivity(reason: String, steps: [Step])

    case register(identifier: String)
    case cancel(identifier: String)
    case cancelAll
    case submit(TaskSubmission)
    /// Of a continued task, 0 to 100.
    case progress(percent: Double)
    /// Calls the completion handler of the callback that it runs in.
    case complete(CompletionResult)
    case setMinimumBackgroundFetchInterval(FetchInterval)

    case transfer(TransferStart)
    case recreateSession(String)
    case cancelTransfer(String)
    case answerChallenge(String)

    case registerForPush, registerForVoIP, reportCall
    case scheduleNotification(NotificationSchedule)
    case cancelNotification(String)

    case startLocation(inBackground: Bool)
    case stopLocation, monitorSignificantChanges, monitorVisits
    case monitorRegion(MonitoredRegion)
    case stopMonitoring(region: String)

    case requestAuthorization(Permission, wantsAlways: Bool)
    case playAudio, recordAudio, stopAudio
    case mixesWithOthers(Bool)
    case openAccessory(String)
    case closeAccessory(String)
    case connectPeripheral(String, restoreIdentifier: String?)
    case advertise(restoreIdentifier: String?)
    case handOverSocket(name: String)
    /// What comes in on its sockets is read, or left there.
    case readsSockets(Bool)
    case setKeepAlive(Duration)
    /// Something that scenarios have no word for; drawn lives ask it.
    case ask(ServiceRequest)

    case save([SavedValue])
    case allocate(bytes: Int64)
    case free(bytes: Int64)
    case crash
    case exit(status: Int32)
    /// The thread never goes on.
    case hang
    case useGPU
    case holdLock(file: String)
  }
}

/// The key of a step, as scenarios write it.
package enum StepName: String, Hashable, Sendable, CaseIterable {
  case work, wait, async, beginBackgroundTask, endBackgroundTask, expiringActivity
  case register, cancel, cancelAll, submit, progress, complete
  case setMinimumBackgroundFetchInterval
  case download, upload, recreateSession, cancelTransfer, answerChallenge
  case registerForPush, registerForVoIP, reportCall
  case scheduleNotification, cancelNotification
  case startLocation, stopLocation, monitorSignificantChanges, monitorVisits, monitorRegion
  case stopMonitoring, requestAuthorization
  case playAudio, recordAudio, stopAudio, mixesWithOthers
  case openAccessory, closeAccessory, connectPeripheral, advertise
  case handOverSocket, readsSockets, setKeepAlive
  case save, allocate, free, crash, exit, hang, useGPU, holdLock
}

extension Step {
  /// What it submits the identifier for, now, in a branch or in an activity.
  func submissions(of identifier: String) -> [TaskSubmission.Kind] {
    switch kind {
    case .submit(let submission): submission.identifier == identifier ? [submission.kind] : []
    case .async(let steps), .expiringActivity(_, let steps):
      steps.flatMap { $0.submissions(of: identifier) }
    default: []
    }
  }
}

/// A request for the scheduler.
package struct TaskSubmission: Hashable, Sendable {
  /// Which kind of request.
  package enum Kind: Hashable, Sendable {
    case refresh
    case processing(needsNetwork: Bool, needsPower: Bool)
    case continued(title: String, isQueued: Bool)
  }
  package var identifier: String
  package var kind: Kind
  /// How long after the submission it may begin; `nil` is at once.
  package var earliest: Duration?
  /// Where the outcome is kept for `result`.
  package var label: String?

  /// The request as the app makes it.
  package var request: TaskRequest {
    let kind: TaskRequest.Kind =
      switch kind {
      case .refresh: .appRefresh
      case .processing(let needsNetwork, let needsPower):
        .processing(TaskRequest.ProcessingNeeds(network: needsNetwork, externalPower: needsPower))
      case .continued(let title, let isQueued):
        .continued(
          TaskRequest.ContinuedProcessing(title: title, strategy: isQueued ? .queue : .fail)
        )
      }
    return TaskRequest(identifier: identifier, kind: kind, earliestBegin: earliest)
  }
}

/// A transfer of a background session.
package struct TransferStart: Hashable, Sendable {
  package var isUpload: Bool
  package var session: String
  package var task: String
  package var sizeBytes: Int64
  package var isDiscretionary: Bool
  package var sendsLaunchEvents: Bool
  package var earliest: Duration?
  package var needsAuthentication: Bool
  /// Whether the transfer service dies each time that it is at this transfer.
  package var killsService = false
}

/// A local notification.
package struct NotificationSchedule: Hashable, Sendable {
  /// When it is shown.
  package enum Moment: Hashable, Sendable {
    case after(Duration)
    /// Minutes after midnight, device time.
    case timeOfDay(minutes: Int)
  }
  package var identifier: String
  package var moment: Moment
  package var repeats: Bool
  package var sound: String?
}

/// A circle on the map.
package struct MonitoredRegion: Hashable, Sendable {
  package var identifier: String
  package var latitude: Double
  package var longitude: Double
  package var radiusMetres: Double
}

/// A value that an app puts where it survives its process.
package struct SavedValue: Hashable, Sendable {
  package var key: String
  package var value: String
}
