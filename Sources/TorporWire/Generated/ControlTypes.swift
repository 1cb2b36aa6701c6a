// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

/// What is made of io.torpor.Control: its types, and a type for each call.
package enum Control {}

extension ApplicationState: WireWord {}

extension JobState: WireWord {}

extension JobRequest.Conflict: WireWord {}

extension JobRequest.LossPolicy: WireWord {}

extension Cause: WireWord {}

extension Check.Finding: WireWord {}

extension Question: WireWord {}

extension BackgroundUse: WireWord {}

extension Decision.Verdict: WireWord {}

extension BackgroundRefresh: WireWord {}

extension AutomaticDownloads: WireWord {}

extension ProfileName: WireWord {}

extension EvictionOrder: WireWord {}

extension Control {
  /// How short memory is.
  package enum MemoryLevel: String, Hashable, Sendable, CaseIterable, WireWord {
    case normal
    case warning
    case critical
  }
}

extension Control {
  /// The network connection of the machine.
  package enum NetworkLink: String, Hashable, Sendable, CaseIterable, WireWord {
    case `none`
    case wired
    case wifi
    case cellular
  }
}

extension Control {
  /// How hot the machine is.
  package enum ThermalState: String, Hashable, Sendable, CaseIterable, WireWord {
    case nominal
    case fair
    case serious
    case critical
  }
}

extension PushKind: WireWord {}

extension BackgroundTaskStatus: WireObject {
  package static let keys = ["task", "name", "begunMicroseconds", "isExpiring"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      task: try message.value("task"),
      name: try message.optional("name"),
      begunAt: try message.value("begunMicroseconds"),
      isExpiring: try message.value("isExpiring")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("task", task.json),
      ("name", name?.json),
      ("begunMicroseconds", begunAt.json),
      ("isExpiring", isExpiring.json),
    ]
  }
}

extension ExitRecord: WireObject {
  package static let keys = ["launch", "atMicroseconds", "reason", "remaining", "terminationSave"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      launch: try message.value("launch"),
      at: try message.value("atMicroseconds"),
      reason: try message.value("reason"),
      remaining: try message.optional("remaining"),
      terminationSave: try message.optional("terminationSave")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("launch", launch.json),
      ("atMicroseconds", at.json),
      ("reason", reason.json),
      ("remaining", remaining?.json),
      ("terminationSave", terminationSave?.json),
    ]
  }
}

extension WatchedItem.Thing: WireWord {}

extension WatchedItem: WireObject {
  package static let keys = ["thing", "name", "endsWithProcess"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      thing: try message.value("thing"),
      name: try message.optional("name"),
      endsWithProcess: try message.value("endsWithProcess")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("thing", thing.json),
      ("name", name?.json),
      ("endsWithProcess", endsWithProcess.json),
    ]
  }
}

extension ProfileCapability: WireWord {}

extension IgnoredKey: WireObject {
  package static let keys = ["key", "value", "profile", "capability"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      key: try message.value("key"),
      value: try message.optional("value"),
      profile: try message.value("profile"),
      capability: try message.value("capability")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("key", key.json),
      ("value", value?.json),
      ("profile", profile.json),
      ("capability", capability.json),
    ]
  }
}

extension AppStatus: WireObject {
  package static let keys = [
    "app", "name", "state", "sinceMicroseconds", "launch", "pid", "heldBy", "blockedBy", "tasks",
    "timeRemainingMicroseconds", "footprintBytes", "processorMicroseconds",
    "foregroundMicroseconds", "backgroundMicroseconds", "lastExit", "isCooperative", "watched",
    "badge", "ignored", "undecided", "isAdopted",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      app: try message.value("app"),
      name: try message.value("name"),
      state: try message.value("state"),
      since: try message.value("sinceMicroseconds"),
      launch: try message.optional("launch"),
      heldBy: try message.value("heldBy"),
      tasks: try message.value("tasks"),
      timeRemaining: try message.optional("timeRemainingMicroseconds"),
      blockedBy: try message.value("blockedBy"),
      footprintBytes: try message.optional("footprintBytes"),
      foregroundTime: try message.value("foregroundMicroseconds"),
      backgroundTime: try message.value("backgroundMicroseconds"),
      lastExit: try message.optional("lastExit"),
      isCooperative: try message.value("isCooperative"),
      badge: try message.optional("badge"),
      ignored: try message.optional("ignored") ?? [],
      undecided: try message.optional("undecided"),
      isAdopted: try message.optional("isAdopted")
    )
    processID = try message.optional("pid")
    watched = try message.optional("watched")
    processorTime = try message.optional("processorMicroseconds")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("name", name.json),
      ("state", state.json),
      ("sinceMicroseconds", since.json),
      ("launch", launch?.json),
      ("pid", processID?.json),
      ("heldBy", heldBy.json),
      ("blockedBy", blockedBy.json),
      ("tasks", tasks.json),
      ("timeRemainingMicroseconds", timeRemaining?.json),
      ("footprintBytes", footprintBytes?.json),
      ("processorMicroseconds", processorTime?.json),
      ("foregroundMicroseconds", foregroundTime.json),
      ("backgroundMicroseconds", backgroundTime.json),
      ("lastExit", lastExit?.json),
      ("isCooperative", isCooperative.json),
      ("watched", watched?.json),
      ("badge", badge?.json),
      ("ignored", ignored == [] ? nil : ignored.json),
      ("undecided", undecided?.json),
      ("isAdopted", isAdopted?.json),
    ]
  }
}

extension BlockedTime: WireObject {
  package static let keys = ["reason", "totalMicroseconds"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      reason: try message.value("reason"),
      total: try message.value("totalMicroseconds")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("reason", reason.json),
      ("totalMicroseconds", total.json),
    ]
  }
}

extension Forecast: WireObject {
  package static let keys = ["atMicroseconds", "needs"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      at: try message.optional("atMicroseconds"),
      needs: try message.value("needs")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at?.json),
      ("needs", needs.json),
    ]
  }
}

extension ActivityStatus: WireObject {
  package static let keys = [
    "app", "activity", "type", "submittedMicroseconds", "earliestMicroseconds",
    "latestMicroseconds", "isRunning", "conditions", "blocked", "forecast", "display",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      app: try message.optional("app"),
      activity: try message.value("activity"),
      type: try message.optional("type"),
      submittedAt: try message.value("submittedMicroseconds"),
      earliest: try message.optional("earliestMicroseconds"),
      latest: try message.optional("latestMicroseconds"),
      isRunning: try message.value("isRunning"),
      conditions: try message.value("conditions"),
      blocked: try message.value("blocked"),
      forecast: try message.value("forecast"),
      display: try message.optional("display")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app?.json),
      ("activity", activity.json),
      ("type", type?.json),
      ("submittedMicroseconds", submittedAt.json),
      ("earliestMicroseconds", earliest?.json),
      ("latestMicroseconds", latest?.json),
      ("isRunning", isRunning.json),
      ("conditions", conditions.json),
      ("blocked", blocked.json),
      ("forecast", forecast.json),
      ("display", display?.json),
    ]
  }
}

extension ActivityStatus.Display: WireObject {
  package static let keys = ["title", "subtitle", "permille"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      title: try message.value("title"),
      subtitle: try message.value("subtitle"),
      permille: try message.value("permille")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("title", title.json),
      ("subtitle", subtitle.json),
      ("permille", permille.json),
    ]
  }
}

extension UsageStatus.LikelyHour: WireObject {
  package static let keys = ["startLocalSecond", "chancePermille"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      startLocalSecond: try message.value("startLocalSecond"),
      chancePermille: try message.value("chancePermille")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("startLocalSecond", startLocalSecond.json),
      ("chancePermille", chancePermille.json),
    ]
  }
}

extension UsageStatus: WireObject {
  package static let keys = [
    "app", "opensSeen", "opensKept", "firstOpenLocalSecond", "lastOpenLocalSecond", "todayDay",
    "expectedOpensPermille", "chanceTodayPermille", "likelyHours", "refreshesEachDay",
    "refreshesLeftToday",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      app: try message.value("app"),
      opensSeen: try message.value("opensSeen"),
      opensKept: try message.value("opensKept"),
      firstOpenLocalSecond: try message.value("firstOpenLocalSecond"),
      lastOpenLocalSecond: try message.value("lastOpenLocalSecond"),
      todayDay: try message.value("todayDay"),
      expectedOpensPermille: try message.value("expectedOpensPermille"),
      chanceTodayPermille: try message.value("chanceTodayPermille"),
      likelyHours: try message.value("likelyHours"),
      refreshesEachDay: try message.value("refreshesEachDay"),
      refreshesLeftToday: try message.value("refreshesLeftToday")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("opensSeen", opensSeen.json),
      ("opensKept", opensKept.json),
      ("firstOpenLocalSecond", firstOpenLocalSecond.json),
      ("lastOpenLocalSecond", lastOpenLocalSecond.json),
      ("todayDay", todayDay.json),
      ("expectedOpensPermille", expectedOpensPermille.json),
      ("chanceTodayPermille", chanceTodayPermille.json),
      ("likelyHours", likelyHours.json),
      ("refreshesEachDay", refreshesEachDay.json),
      ("refreshesLeftToday", refreshesLeftToday.json),
    ]
  }
}

extension JobRun: WireObject {
  package static let keys = ["launch", "beganMicroseconds", "endedMicroseconds", "end"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      launch: try message.value("launch"),
      beganAt: try message.value("beganMicroseconds"),
      endedAt: try message.optional("endedMicroseconds"),
      end: try message.optional("end")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("launch", launch.json),
      ("beganMicroseconds", beganAt.json),
      ("endedMicroseconds", endedAt?.json),
      ("end", end?.json),
    ]
  }
}

extension JobStatus: WireObject {
  package static let keys = [
    "job", "name", "ownerUserID", "command", "conflict", "externalPower", "batteryPercentMin",
    "network", "idleMicroseconds", "isCool", "freeBytesMin", "at", "every",
    "notBeforeWallMicroseconds", "deadlineWallMicroseconds", "after", "afterAny", "retriesMax",
    "backoffMicroseconds", "timeoutMicroseconds", "whenLost", "onFailure", "submittedMicroseconds",
    "state", "launch", "conditions", "blocked", "forecast", "runs", "failedBefore", "failureRun",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      job: try message.value("job"),
      name: try message.value("name"),
      ownerUserID: try message.value("ownerUserID"),
      request: try .init(message),
      submittedAt: try message.value("submittedMicroseconds"),
      state: try message.value("state"),
      launch: try message.optional("launch"),
      conditions: try message.value("conditions"),
      blocked: try message.value("blocked"),
      forecast: try message.value("forecast"),
      runs: try message.value("runs"),
      failedBefore: try message.optional("failedBefore"),
      failureRun: try message.optional("failureRun")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("job", job.json),
      ("name", name.json),
      ("ownerUserID", ownerUserID.json),
    ] + request.members + [
      ("submittedMicroseconds", submittedAt.json),
      ("state", state.json),
      ("launch", launch?.json),
      ("conditions", conditions.json),
      ("blocked", blocked.json),
      ("forecast", forecast.json),
      ("runs", runs.json),
      ("failedBefore", failedBefore?.json),
      ("failureRun", failureRun?.json),
    ]
  }
}

extension Check: WireObject {
  package static let keys = [
    "cause", "finding", "text", "reason", "subject", "sinceMicroseconds", "untilMicroseconds",
    "lengthMicroseconds", "fixedBy",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      try message.value("cause"),
      try message.value("finding"),
      reason: try message.optional("reason"),
      subject: try message.optional("subject"),
      since: try message.optional("sinceMicroseconds"),
      until: try message.optional("untilMicroseconds"),
      length: try message.optional("lengthMicroseconds"),
      fixedBy: try message.optional("fixedBy")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("cause", cause.json),
      ("finding", finding.json),
      ("text", clause.json),
      ("reason", reason?.json),
      ("subject", subject?.json),
      ("sinceMicroseconds", since?.json),
      ("untilMicroseconds", until?.json),
      ("lengthMicroseconds", length?.json),
      ("fixedBy", fixedBy?.json),
    ]
  }
}

extension LoggedDecision: WireObject {
  package static let keys = [
    "sequence", "wallMicroseconds", "atMicroseconds", "app", "launch", "action", "verdict",
    "conditions",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      sequence: try message.value("sequence"),
      wallMicroseconds: try message.value("wallMicroseconds"),
      decision: try .init(message)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("sequence", sequence.json),
      ("wallMicroseconds", wallMicroseconds.json),
    ] + decision.members
  }
}

extension Decision: WireObject {
  package static let keys = ["atMicroseconds", "app", "launch", "action", "verdict", "conditions"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      at: try message.value("atMicroseconds"),
      app: try message.optional("app"),
      launch: try message.optional("launch"),
      action: try message.value("action"),
      verdict: try message.value("verdict"),
      because: try message.value("conditions")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at.json),
      ("app", app?.json),
      ("launch", launch?.json),
      ("action", action.json),
      ("verdict", verdict.json),
      ("conditions", conditions.json),
    ]
  }
}

extension Diagnosis: WireObject {
  package static let keys = [
    "question", "number", "text", "answer", "nextStep", "checks", "shownBy", "forecast",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      question: try message.value("question"),
      checks: try message.value("checks"),
      shownBy: try message.value("shownBy"),
      forecast: try message.optional("forecast")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("question", question.json),
      ("number", question.number.json),
      ("text", question.text.json),
      ("answer", sentence.json),
      ("nextStep", nextStep.json),
      ("checks", checks.json),
      ("shownBy", shownBy.json),
      ("forecast", forecast?.json),
    ]
  }
}

/// The status of the device.
package struct DeviceStatus: Hashable, Sendable, WireObject {
  package var at: Instant
  package var wallMicroseconds: Int64
  package var profile: ProfileName
  package var isLocked: Bool
  package var hasPasscode: Bool
  package var backgroundRefresh: BackgroundRefresh
  package var lowPowerMode: Bool
  package var appCount: Int
  package var runningCount: Int
  package var suspendedCount: Int
  package var sequence: UInt64
  package var memoryLevel: Control.MemoryLevel?
  package var memoryAvailableBytes: Int64?
  package var memoryTotalBytes: Int64?
  package var isOnExternalPower: Bool?
  package var batteryPercent: Int?
  package var network: Control.NetworkLink?
  package var thermal: Control.ThermalState?

  package init(
    at: Instant,
    wallMicroseconds: Int64,
    profile: ProfileName,
    isLocked: Bool,
    hasPasscode: Bool,
    backgroundRefresh: BackgroundRefresh,
    lowPowerMode: Bool,
    appCount: Int,
    runningCount: Int,
    suspendedCount: Int,
    sequence: UInt64,
    memoryLevel: Control.MemoryLevel? = nil,
    memoryAvailableBytes: Int64? = nil,
    memoryTotalBytes: Int64? = nil,
    isOnExternalPower: Bool? = nil,
    batteryPercent: Int? = nil,
    network: Control.NetworkLink? = nil,
    thermal: Control.ThermalState? = nil
  ) {
    self.at = at
    self.wallMicroseconds = wallMicroseconds
    self.profile = profile
    self.isLocked = isLocked
    self.hasPasscode = hasPasscode
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
    self.appCount = appCount
    self.runningCount = runningCount
    self.suspendedCount = suspendedCount
    self.sequence = sequence
    self.memoryLevel = memoryLevel
    self.memoryAvailableBytes = memoryAvailableBytes
    self.memoryTotalBytes = memoryTotalBytes
    self.isOnExternalPower = isOnExternalPower
    self.batteryPercent = batteryPercent
    self.network = network
    self.thermal = thermal
  }

  package static let keys = [
    "atMicroseconds", "wallMicroseconds", "profile", "isLocked", "hasPasscode", "backgroundRefresh",
    "lowPowerMode", "appCount", "runningCount", "suspendedCount", "sequence", "memoryLevel",
    "memoryAvailableBytes", "memoryTotalBytes", "isOnExternalPower", "batteryPercent", "network",
    "thermal",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    at = try message.value("atMicroseconds")
    wallMicroseconds = try message.value("wallMicroseconds")
    profile = try message.value("profile")
    isLocked = try message.value("isLocked")
    hasPasscode = try message.value("hasPasscode")
    backgroundRefresh = try message.value("backgroundRefresh")
    lowPowerMode = try message.value("lowPowerMode")
    appCount = try message.value("appCount")
    runningCount = try message.value("runningCount")
    suspendedCount = try message.value("suspendedCount")
    sequence = try message.value("sequence")
    memoryLevel = try message.optional("memoryLevel")
    memoryAvailableBytes = try message.optional("memoryAvailableBytes")
    memoryTotalBytes = try message.optional("memoryTotalBytes")
    isOnExternalPower = try message.optional("isOnExternalPower")
    batteryPercent = try message.optional("batteryPercent")
    network = try message.optional("network")
    thermal = try message.optional("thermal")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at.json),
      ("wallMicroseconds", wallMicroseconds.json),
      ("profile", profile.json),
      ("isLocked", isLocked.json),
      ("hasPasscode", hasPasscode.json),
      ("backgroundRefresh", backgroundRefresh.json),
      ("lowPowerMode", lowPowerMode.json),
      ("appCount", appCount.json),
      ("runningCount", runningCount.json),
      ("suspendedCount", suspendedCount.json),
      ("sequence", sequence.json),
      ("memoryLevel", memoryLevel?.json),
      ("memoryAvailableBytes", memoryAvailableBytes?.json),
      ("memoryTotalBytes", memoryTotalBytes?.json),
      ("isOnExternalPower", isOnExternalPower?.json),
      ("batteryPercent", batteryPercent?.json),
      ("network", network?.json),
      ("thermal", thermal?.json),
    ]
  }
}

/// `Capability`, as the interface describes it.
package struct Capability: Hashable, Sendable, WireObject {
  package var name: String
  package var isAvailable: Bool
  package var text: String

  package init(
    name: String,
    isAvailable: Bool,
    text: String
  ) {
    self.name = name
    self.isAvailable = isAvailable
    self.text = text
  }

  package static let keys = ["name", "isAvailable", "text"]

  package init(_ message: ParameterReader) throws(WireError) {
    name = try message.value("name")
    isAvailable = try message.value("isAvailable")
    text = try message.value("text")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("name", name.json),
      ("isAvailable", isAvailable.json),
      ("text", text.json),
    ]
  }
}

extension NotificationRow: WireObject {
  package static let keys = ["app", "isDelivered", "isShown", "dueMicroseconds", "notification"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      app: try message.value("app"),
      isDelivered: try message.value("isDelivered"),
      isShown: try message.optional("isShown") ?? false,
      due: try message.optional("dueMicroseconds"),
      notification: try message.value("notification")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("isDelivered", isDelivered.json),
      ("isShown", isShown == false ? nil : isShown.json),
      ("dueMicroseconds", due?.json),
      ("notification", notification.json),
    ]
  }
}

extension ReceivedPush.Stage: WireWord {}

extension ReceivedPush: WireObject {
  package static let keys = [
    "identifier", "channel", "type", "sentWallMicroseconds", "arrivedMicroseconds", "stage",
    "atMicroseconds", "conditions",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      apnsIdentifier: try message.value("identifier"),
      channel: try message.optional("channel"),
      kind: try message.value("type"),
      sentWallMicroseconds: try message.optional("sentWallMicroseconds"),
      arrived: try message.value("arrivedMicroseconds"),
      stage: try message.value("stage"),
      since: try message.value("atMicroseconds"),
      conditions: try message.value("conditions")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", apnsIdentifier.json),
      ("channel", channel?.json),
      ("type", kind.json),
      ("sentWallMicroseconds", sentWallMicroseconds?.json),
      ("arrivedMicroseconds", arrived.json),
      ("stage", stage.json),
      ("atMicroseconds", since.json),
      ("conditions", conditions.json),
    ]
  }
}

/// A topic for which an app wants pushes: its identifier, followed by `.voip` for VoIP
/// pushes.
package struct PushTopic: Hashable, Sendable, WireObject {
  package var topic: String
  package var hasToken: Bool
  package var isOnScreen: Bool

  package init(
    topic: String,
    hasToken: Bool,
    isOnScreen: Bool
  ) {
    self.topic = topic
    self.hasToken = hasToken
    self.isOnScreen = isOnScreen
  }

  package static let keys = ["topic", "hasToken", "isOnScreen"]

  package init(_ message: ParameterReader) throws(WireError) {
    topic = try message.value("topic")
    hasToken = try message.value("hasToken")
    isOnScreen = try message.value("isOnScreen")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("topic", topic.json),
      ("hasToken", hasToken.json),
      ("isOnScreen", isOnScreen.json),
    ]
  }
}

/// A change that an app requests for a broadcast channel, until the link has answered it.
package struct BroadcastChange: Hashable, Sendable, WireObject {
  package var topic: String
  package var channel: String
  package var isSubscribed: Bool

  package init(
    topic: String,
    channel: String,
    isSubscribed: Bool
  ) {
    self.topic = topic
    self.channel = channel
    self.isSubscribed = isSubscribed
  }

  package static let keys = ["topic", "channel", "isSubscribed"]

  package init(_ message: ParameterReader) throws(WireError) {
    topic = try message.value("topic")
    channel = try message.value("channel")
    isSubscribed = try message.value("isSubscribed")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("topic", topic.json),
      ("channel", channel.json),
      ("isSubscribed", isSubscribed.json),
    ]
  }
}

extension PushOutcome: WireWord {}

/// A picture of an app, a PNG that its user can read.
package struct AppSnapshotFile: Hashable, Sendable, WireObject {
  package var path: String
  package var takenWallMicroseconds: Int64
  package var isOwn: Bool

  package init(
    path: String,
    takenWallMicroseconds: Int64,
    isOwn: Bool
  ) {
    self.path = path
    self.takenWallMicroseconds = takenWallMicroseconds
    self.isOwn = isOwn
  }

  package static let keys = ["path", "takenWallMicroseconds", "isOwn"]

  package init(_ message: ParameterReader) throws(WireError) {
    path = try message.value("path")
    takenWallMicroseconds = try message.value("takenWallMicroseconds")
    isOwn = try message.value("isOwn")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("path", path.json),
      ("takenWallMicroseconds", takenWallMicroseconds.json),
      ("isOwn", isOwn.json),
    ]
  }
}

/// An app in the switcher.
package struct SwitcherCard: Hashable, Sendable, WireObject {
  package var app: AppIdentifier
  package var name: String
  package var state: ApplicationState
  package var lastOnScreen: Instant?
  package var snapshot: AppSnapshotFile?

  package init(
    app: AppIdentifier,
    name: String,
    state: ApplicationState,
    lastOnScreen: Instant? = nil,
    snapshot: AppSnapshotFile? = nil
  ) {
    self.app = app
    self.name = name
    self.state = state
    self.lastOnScreen = lastOnScreen
    self.snapshot = snapshot
  }

  package static let keys = ["app", "name", "state", "lastOnScreenMicroseconds", "snapshot"]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.value("app")
    name = try message.value("name")
    state = try message.value("state")
    lastOnScreen = try message.optional("lastOnScreenMicroseconds")
    snapshot = try message.optional("snapshot")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("name", name.json),
      ("state", state.json),
      ("lastOnScreenMicroseconds", lastOnScreen?.json),
      ("snapshot", snapshot?.json),
    ]
  }
}

/// A purge of an app's caches.
package struct CachePurgeStatus: Hashable, Sendable, WireObject {
  package var at: Instant
  package var freedBytes: Int64
  package var isByUser: Bool
  package var isStopped: Bool
  package var cause: String?

  package init(
    at: Instant,
    freedBytes: Int64,
    isByUser: Bool,
    isStopped: Bool,
    cause: String? = nil
  ) {
    self.at = at
    self.freedBytes = freedBytes
    self.isByUser = isByUser
    self.isStopped = isStopped
    self.cause = cause
  }

  package static let keys = ["atMicroseconds", "freedBytes", "isByUser", "isStopped", "cause"]

  package init(_ message: ParameterReader) throws(WireError) {
    at = try message.value("atMicroseconds")
    freedBytes = try message.value("freedBytes")
    isByUser = try message.value("isByUser")
    isStopped = try message.value("isStopped")
    cause = try message.optional("cause")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at.json),
      ("freedBytes", freedBytes.json),
      ("isByUser", isByUser.json),
      ("isStopped", isStopped.json),
      ("cause", cause?.json),
    ]
  }
}

/// The disk space that an installed app uses: the bytes of all blocks that are allocated for
/// it, with each file counted once, however many names it has.
package struct AppStorage: Hashable, Sendable, WireObject {
  package var app: AppIdentifier
  package var name: String
  package var state: ApplicationState
  package var lastOnScreen: Instant?
  package var bundle: String?
  package var bundleBytes: Int64?
  package var dataBytes: Int64?
  package var cacheBytes: Int64?
  package var downloadBytes: Int64?
  package var logBytes: Int64?
  package var fileCount: Int?
  package var measured: Instant?
  package var cause: String?
  package var isPurging: Bool
  package var purge: CachePurgeStatus?
  package var requestedPurge: CachePurgeStatus?
  package var offloadedSince: Instant?
  package var ownerUserID: UInt32?

  package init(
    app: AppIdentifier,
    name: String,
    state: ApplicationState,
    lastOnScreen: Instant? = nil,
    bundle: String? = nil,
    bundleBytes: Int64? = nil,
    dataBytes: Int64? = nil,
    cacheBytes: Int64? = nil,
    downloadBytes: Int64? = nil,
    logBytes: Int64? = nil,
    fileCount: Int? = nil,
    measured: Instant? = nil,
    cause: String? = nil,
    isPurging: Bool,
    purge: CachePurgeStatus? = nil,
    requestedPurge: CachePurgeStatus? = nil,
    offloadedSince: Instant? = nil,
    ownerUserID: UInt32? = nil
  ) {
    self.app = app
    self.name = name
    self.state = state
    self.lastOnScreen = lastOnScreen
    self.bundle = bundle
    self.bundleBytes = bundleBytes
    self.dataBytes = dataBytes
    self.cacheBytes = cacheBytes
    self.downloadBytes = downloadBytes
    self.logBytes = logBytes
    self.fileCount = fileCount
    self.measured = measured
    self.cause = cause
    self.isPurging = isPurging
    self.purge = purge
    self.requestedPurge = requestedPurge
    self.offloadedSince = offloadedSince
    self.ownerUserID = ownerUserID
  }

  package static let keys = [
    "app", "name", "state", "lastOnScreenMicroseconds", "bundle", "bundleBytes", "dataBytes",
    "cacheBytes", "downloadBytes", "logBytes", "fileCount", "measuredMicroseconds", "cause",
    "isPurging", "purge", "requestedPurge", "offloadedSinceMicroseconds", "ownerUserID",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.value("app")
    name = try message.value("name")
    state = try message.value("state")
    lastOnScreen = try message.optional("lastOnScreenMicroseconds")
    bundle = try message.optional("bundle")
    bundleBytes = try message.optional("bundleBytes")
    dataBytes = try message.optional("dataBytes")
    cacheBytes = try message.optional("cacheBytes")
    downloadBytes = try message.optional("downloadBytes")
    logBytes = try message.optional("logBytes")
    fileCount = try message.optional("fileCount")
    measured = try message.optional("measuredMicroseconds")
    cause = try message.optional("cause")
    isPurging = try message.value("isPurging")
    purge = try message.optional("purge")
    requestedPurge = try message.optional("requestedPurge")
    offloadedSince = try message.optional("offloadedSinceMicroseconds")
    ownerUserID = try message.optional("ownerUserID")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("name", name.json),
      ("state", state.json),
      ("lastOnScreenMicroseconds", lastOnScreen?.json),
      ("bundle", bundle?.json),
      ("bundleBytes", bundleBytes?.json),
      ("dataBytes", dataBytes?.json),
      ("cacheBytes", cacheBytes?.json),
      ("downloadBytes", downloadBytes?.json),
      ("logBytes", logBytes?.json),
      ("fileCount", fileCount?.json),
      ("measuredMicroseconds", measured?.json),
      ("cause", cause?.json),
      ("isPurging", isPurging.json),
      ("purge", purge?.json),
      ("requestedPurge", requestedPurge?.json),
      ("offloadedSinceMicroseconds", offloadedSince?.json),
      ("ownerUserID", ownerUserID?.json),
    ]
  }
}

/// How much of a suspended app's memory was written to swap since it was frozen.
package struct PagedApp: Hashable, Sendable, WireObject {
  package var app: AppIdentifier
  package var name: String
  package var freedBytes: Int64
  package var isWaiting: Bool

  package init(
    app: AppIdentifier,
    name: String,
    freedBytes: Int64,
    isWaiting: Bool
  ) {
    self.app = app
    self.name = name
    self.freedBytes = freedBytes
    self.isWaiting = isWaiting
  }

  package static let keys = ["app", "name", "freedBytes", "isWaiting"]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.value("app")
    name = try message.value("name")
    freedBytes = try message.value("freedBytes")
    isWaiting = try message.value("isWaiting")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("name", name.json),
      ("freedBytes", freedBytes.json),
      ("isWaiting", isWaiting.json),
    ]
  }
}

/// The progress of a measurement: the apps that are not measured yet, and the files counted
/// so far in the current app.
package struct StorageProgress: Hashable, Sendable, WireObject {
  package var appsLeft: Int
  package var fileCount: Int

  package init(
    appsLeft: Int,
    fileCount: Int
  ) {
    self.appsLeft = appsLeft
    self.fileCount = fileCount
  }

  package static let keys = ["appsLeft", "fileCount"]

  package init(_ message: ParameterReader) throws(WireError) {
    appsLeft = try message.value("appsLeft")
    fileCount = try message.value("fileCount")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("appsLeft", appsLeft.json),
      ("fileCount", fileCount.json),
    ]
  }
}

extension BatteryLabel: WireWord {}

/// What was used in a period; sums of periods are exact.
package struct BatteryFigures: Hashable, Sendable, WireObject {
  package var time: Duration
  package var processor: Duration
  package var wiredBytes: Int64
  package var wifiBytes: Int64
  package var cellularBytes: Int64
  package var receivedBytes: Int64
  package var sentBytes: Int64
  package var loopbackBytes: Int64
  package var readBytes: Int64
  package var writtenBytes: Int64
  package var nanojoules: Int64

  package init(
    time: Duration,
    processor: Duration,
    wiredBytes: Int64,
    wifiBytes: Int64,
    cellularBytes: Int64,
    receivedBytes: Int64,
    sentBytes: Int64,
    loopbackBytes: Int64,
    readBytes: Int64,
    writtenBytes: Int64,
    nanojoules: Int64
  ) {
    self.time = time
    self.processor = processor
    self.wiredBytes = wiredBytes
    self.wifiBytes = wifiBytes
    self.cellularBytes = cellularBytes
    self.receivedBytes = receivedBytes
    self.sentBytes = sentBytes
    self.loopbackBytes = loopbackBytes
    self.readBytes = readBytes
    self.writtenBytes = writtenBytes
    self.nanojoules = nanojoules
  }

  package static let keys = [
    "timeMicroseconds", "processorMicroseconds", "wiredBytes", "wifiBytes", "cellularBytes",
    "receivedBytes", "sentBytes", "loopbackBytes", "readBytes", "writtenBytes", "nanojoules",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    time = try message.value("timeMicroseconds")
    processor = try message.value("processorMicroseconds")
    wiredBytes = try message.value("wiredBytes")
    wifiBytes = try message.value("wifiBytes")
    cellularBytes = try message.value("cellularBytes")
    receivedBytes = try message.value("receivedBytes")
    sentBytes = try message.value("sentBytes")
    loopbackBytes = try message.value("loopbackBytes")
    readBytes = try message.value("readBytes")
    writtenBytes = try message.value("writtenBytes")
    nanojoules = try message.value("nanojoules")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("timeMicroseconds", time.json),
      ("processorMicroseconds", processor.json),
      ("wiredBytes", wiredBytes.json),
      ("wifiBytes", wifiBytes.json),
      ("cellularBytes", cellularBytes.json),
      ("receivedBytes", receivedBytes.json),
      ("sentBytes", sentBytes.json),
      ("loopbackBytes", loopbackBytes.json),
      ("readBytes", readBytes.json),
      ("writtenBytes", writtenBytes.json),
      ("nanojoules", nanojoules.json),
    ]
  }
}

/// How often an app was woken for a reason.
package struct BatteryWakeCount: Hashable, Sendable, WireObject {
  package var reason: WakeReason
  package var count: Int

  package init(
    reason: WakeReason,
    count: Int
  ) {
    self.reason = reason
    self.count = count
  }

  package static let keys = ["reason", "count"]

  package init(_ message: ParameterReader) throws(WireError) {
    reason = try message.value("reason")
    count = try message.value("count")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("reason", reason.json),
      ("count", count.json),
    ]
  }
}

/// A receipt: a run of an app off screen, or the part of it in one hour.
package struct BatteryRun: Hashable, Sendable, WireObject {
  package var began: Instant
  package var count: Int
  package var used: BatteryFigures
  package var wakes: [BatteryWakeCount]
  package var holds: [Reason]
  package var labels: [BatteryLabel]

  package init(
    began: Instant,
    count: Int,
    used: BatteryFigures,
    wakes: [BatteryWakeCount],
    holds: [Reason],
    labels: [BatteryLabel]
  ) {
    self.began = began
    self.count = count
    self.used = used
    self.wakes = wakes
    self.holds = holds
    self.labels = labels
  }

  package static let keys = ["beganMicroseconds", "count", "used", "wakes", "holds", "labels"]

  package init(_ message: ParameterReader) throws(WireError) {
    began = try message.value("beganMicroseconds")
    count = try message.value("count")
    used = try message.value("used")
    wakes = try message.value("wakes")
    holds = try message.value("holds")
    labels = try message.value("labels")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("beganMicroseconds", began.json),
      ("count", count.json),
      ("used", used.json),
      ("wakes", wakes.json),
      ("holds", holds.json),
      ("labels", labels.json),
    ]
  }
}

/// What was used in an hour.
package struct BatteryHour: Hashable, Sendable, WireObject {
  package var begin: Instant
  package var onScreen: BatteryFigures
  package var offScreen: BatteryFigures
  package var apart: BatteryFigures
  package var runs: [BatteryRun]?

  package init(
    begin: Instant,
    onScreen: BatteryFigures,
    offScreen: BatteryFigures,
    apart: BatteryFigures,
    runs: [BatteryRun]? = nil
  ) {
    self.begin = begin
    self.onScreen = onScreen
    self.offScreen = offScreen
    self.apart = apart
    self.runs = runs
  }

  package static let keys = ["beginMicroseconds", "onScreen", "offScreen", "apart", "runs"]

  package init(_ message: ParameterReader) throws(WireError) {
    begin = try message.value("beginMicroseconds")
    onScreen = try message.value("onScreen")
    offScreen = try message.value("offScreen")
    apart = try message.value("apart")
    runs = try message.optional("runs")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("beginMicroseconds", begin.json),
      ("onScreen", onScreen.json),
      ("offScreen", offScreen.json),
      ("apart", apart.json),
      ("runs", runs?.json),
    ]
  }
}

/// What an app used in the hours of the page; a command that has ended keeps its row.
package struct BatteryApp: Hashable, Sendable, WireObject {
  package var app: AppIdentifier?
  package var name: String
  package var sharePermille: Int
  package var onScreen: BatteryFigures
  package var offScreen: BatteryFigures
  package var wakes: [BatteryWakeCount]
  package var labels: [BatteryLabel]

  package init(
    app: AppIdentifier? = nil,
    name: String,
    sharePermille: Int,
    onScreen: BatteryFigures,
    offScreen: BatteryFigures,
    wakes: [BatteryWakeCount],
    labels: [BatteryLabel]
  ) {
    self.app = app
    self.name = name
    self.sharePermille = sharePermille
    self.onScreen = onScreen
    self.offScreen = offScreen
    self.wakes = wakes
    self.labels = labels
  }

  package static let keys = [
    "app", "name", "sharePermille", "onScreen", "offScreen", "wakes", "labels",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.optional("app")
    name = try message.value("name")
    sharePermille = try message.value("sharePermille")
    onScreen = try message.value("onScreen")
    offScreen = try message.value("offScreen")
    wakes = try message.value("wakes")
    labels = try message.value("labels")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app?.json),
      ("name", name.json),
      ("sharePermille", sharePermille.json),
      ("onScreen", onScreen.json),
      ("offScreen", offScreen.json),
      ("wakes", wakes.json),
      ("labels", labels.json),
    ]
  }
}

/// The charge of the battery.
package struct BatteryLevelRow: Hashable, Sendable, WireObject {
  package var at: Instant
  package var percent: Int
  package var isOnExternalPower: Bool
  package var microwattHours: Int64?

  package init(
    at: Instant,
    percent: Int,
    isOnExternalPower: Bool,
    microwattHours: Int64? = nil
  ) {
    self.at = at
    self.percent = percent
    self.isOnExternalPower = isOnExternalPower
    self.microwattHours = microwattHours
  }

  package static let keys = ["atMicroseconds", "percent", "isOnExternalPower", "microwattHours"]

  package init(_ message: ParameterReader) throws(WireError) {
    at = try message.value("atMicroseconds")
    percent = try message.value("percent")
    isOnExternalPower = try message.value("isOnExternalPower")
    microwattHours = try message.optional("microwattHours")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at.json),
      ("percent", percent.json),
      ("isOnExternalPower", isOnExternalPower.json),
      ("microwattHours", microwattHours?.json),
    ]
  }
}

/// An app that has run off screen longer than its reasons explain.
package struct SleeplessApp: Hashable, Sendable, WireObject {
  package var app: AppIdentifier
  package var name: String
  package var began: Instant
  package var hold: Condition?
  package var remedy: String

  package init(
    app: AppIdentifier,
    name: String,
    began: Instant,
    hold: Condition? = nil,
    remedy: String
  ) {
    self.app = app
    self.name = name
    self.began = began
    self.hold = hold
    self.remedy = remedy
  }

  package static let keys = ["app", "name", "beganMicroseconds", "hold", "remedy"]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.value("app")
    name = try message.value("name")
    began = try message.value("beganMicroseconds")
    hold = try message.optional("hold")
    remedy = try message.value("remedy")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app.json),
      ("name", name.json),
      ("beganMicroseconds", began.json),
      ("hold", hold?.json),
      ("remedy", remedy.json),
    ]
  }
}

/// The source of a figure.
package struct BatterySource: Hashable, Sendable, WireObject {
  package var figure: String
  package var isMeasured: Bool
  package var text: String

  package init(
    figure: String,
    isMeasured: Bool,
    text: String
  ) {
    self.figure = figure
    self.isMeasured = isMeasured
    self.text = text
  }

  package static let keys = ["figure", "isMeasured", "text"]

  package init(_ message: ParameterReader) throws(WireError) {
    figure = try message.value("figure")
    isMeasured = try message.value("isMeasured")
    text = try message.value("text")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("figure", figure.json),
      ("isMeasured", isMeasured.json),
      ("text", text.json),
    ]
  }
}

extension EnergyFitOutcome: WireWord {}

/// The costs of this machine, fitted to the energy that its battery supplied in `hours`
/// whole hours on battery.
package struct EnergyFitRow: Hashable, Sendable, WireObject {
  package var outcome: EnergyFitOutcome
  package var hours: Int
  package var hoursLeftOut: Int
  package var errorPermille: Int?
  package var restMilliwatts: Int?
  package var restErrorMilliwatts: Int?
  package var screenMilliwatts: Int?
  package var screenErrorMilliwatts: Int?
  package var processorMilliwatts: Int?
  package var processorErrorMilliwatts: Int?
  package var otherPermille: Int?
  package var otherErrorPermille: Int?

  package init(
    outcome: EnergyFitOutcome,
    hours: Int,
    hoursLeftOut: Int,
    errorPermille: Int? = nil,
    restMilliwatts: Int? = nil,
    restErrorMilliwatts: Int? = nil,
    screenMilliwatts: Int? = nil,
    screenErrorMilliwatts: Int? = nil,
    processorMilliwatts: Int? = nil,
    processorErrorMilliwatts: Int? = nil,
    otherPermille: Int? = nil,
    otherErrorPermille: Int? = nil
  ) {
    self.outcome = outcome
    self.hours = hours
    self.hoursLeftOut = hoursLeftOut
    self.errorPermille = errorPermille
    self.restMilliwatts = restMilliwatts
    self.restErrorMilliwatts = restErrorMilliwatts
    self.screenMilliwatts = screenMilliwatts
    self.screenErrorMilliwatts = screenErrorMilliwatts
    self.processorMilliwatts = processorMilliwatts
    self.processorErrorMilliwatts = processorErrorMilliwatts
    self.otherPermille = otherPermille
    self.otherErrorPermille = otherErrorPermille
  }

  package static let keys = [
    "outcome", "hours", "hoursLeftOut", "errorPermille", "restMilliwatts", "restErrorMilliwatts",
    "screenMilliwatts", "screenErrorMilliwatts", "processorMilliwatts", "processorErrorMilliwatts",
    "otherPermille", "otherErrorPermille",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    outcome = try message.value("outcome")
    hours = try message.value("hours")
    hoursLeftOut = try message.value("hoursLeftOut")
    errorPermille = try message.optional("errorPermille")
    restMilliwatts = try message.optional("restMilliwatts")
    restErrorMilliwatts = try message.optional("restErrorMilliwatts")
    screenMilliwatts = try message.optional("screenMilliwatts")
    screenErrorMilliwatts = try message.optional("screenErrorMilliwatts")
    processorMilliwatts = try message.optional("processorMilliwatts")
    processorErrorMilliwatts = try message.optional("processorErrorMilliwatts")
    otherPermille = try message.optional("otherPermille")
    otherErrorPermille = try message.optional("otherErrorPermille")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("outcome", outcome.json),
      ("hours", hours.json),
      ("hoursLeftOut", hoursLeftOut.json),
      ("errorPermille", errorPermille?.json),
      ("restMilliwatts", restMilliwatts?.json),
      ("restErrorMilliwatts", restErrorMilliwatts?.json),
      ("screenMilliwatts", screenMilliwatts?.json),
      ("screenErrorMilliwatts", screenErrorMilliwatts?.json),
      ("processorMilliwatts", processorMilliwatts?.json),
      ("processorErrorMilliwatts", processorErrorMilliwatts?.json),
      ("otherPermille", otherPermille?.json),
      ("otherErrorPermille", otherErrorPermille?.json),
    ]
  }
}

/// The battery page.
package struct BatteryStatus: Hashable, Sendable, WireObject {
  package var at: Instant
  package var wallMicroseconds: Int64
  package var begin: Instant
  package var total: BatteryFigures
  package var apps: [BatteryApp]
  package var hours: [BatteryHour]
  package var levels: [BatteryLevelRow]
  package var percent: Int?
  package var isOnExternalPower: Bool?
  package var dischargedMicrowattHours: Int64?
  package var packageNanojoules: Int64?
  package var packageBegan: Instant?
  package var packageUntil: Instant?
  package var keptFrom: Instant?
  package var fit: EnergyFitRow?
  package var sleepless: [SleeplessApp]
  package var sources: [BatterySource]

  package init(
    at: Instant,
    wallMicroseconds: Int64,
    begin: Instant,
    total: BatteryFigures,
    apps: [BatteryApp],
    hours: [BatteryHour],
    levels: [BatteryLevelRow],
    percent: Int? = nil,
    isOnExternalPower: Bool? = nil,
    dischargedMicrowattHours: Int64? = nil,
    packageNanojoules: Int64? = nil,
    packageBegan: Instant? = nil,
    packageUntil: Instant? = nil,
    keptFrom: Instant? = nil,
    fit: EnergyFitRow? = nil,
    sleepless: [SleeplessApp],
    sources: [BatterySource]
  ) {
    self.at = at
    self.wallMicroseconds = wallMicroseconds
    self.begin = begin
    self.total = total
    self.apps = apps
    self.hours = hours
    self.levels = levels
    self.percent = percent
    self.isOnExternalPower = isOnExternalPower
    self.dischargedMicrowattHours = dischargedMicrowattHours
    self.packageNanojoules = packageNanojoules
    self.packageBegan = packageBegan
    self.packageUntil = packageUntil
    self.keptFrom = keptFrom
    self.fit = fit
    self.sleepless = sleepless
    self.sources = sources
  }

  package static let keys = [
    "atMicroseconds", "wallMicroseconds", "beginMicroseconds", "total", "apps", "hours", "levels",
    "percent", "isOnExternalPower", "dischargedMicrowattHours", "packageNanojoules",
    "packageBeganMicroseconds", "packageUntilMicroseconds", "keptFromMicroseconds", "fit",
    "sleepless", "sources",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    at = try message.value("atMicroseconds")
    wallMicroseconds = try message.value("wallMicroseconds")
    begin = try message.value("beginMicroseconds")
    total = try message.value("total")
    apps = try message.value("apps")
    hours = try message.value("hours")
    levels = try message.value("levels")
    percent = try message.optional("percent")
    isOnExternalPower = try message.optional("isOnExternalPower")
    dischargedMicrowattHours = try message.optional("dischargedMicrowattHours")
    packageNanojoules = try message.optional("packageNanojoules")
    packageBegan = try message.optional("packageBeganMicroseconds")
    packageUntil = try message.optional("packageUntilMicroseconds")
    keptFrom = try message.optional("keptFromMicroseconds")
    fit = try message.optional("fit")
    sleepless = try message.value("sleepless")
    sources = try message.value("sources")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("atMicroseconds", at.json),
      ("wallMicroseconds", wallMicroseconds.json),
      ("beginMicroseconds", begin.json),
      ("total", total.json),
      ("apps", apps.json),
      ("hours", hours.json),
      ("levels", levels.json),
      ("percent", percent?.json),
      ("isOnExternalPower", isOnExternalPower?.json),
      ("dischargedMicrowattHours", dischargedMicrowattHours?.json),
      ("packageNanojoules", packageNanojoules?.json),
      ("packageBeganMicroseconds", packageBegan?.json),
      ("packageUntilMicroseconds", packageUntil?.json),
      ("keptFromMicroseconds", keptFrom?.json),
      ("fit", fit?.json),
      ("sleepless", sleepless.json),
      ("sources", sources.json),
    ]
  }
}

extension AdviceKind: WireWord {}

/// A tip, with the figures that support it; figures that do not apply to the kind are
/// absent.
package struct AdviceRow: Hashable, Sendable, WireObject {
  package var kind: AdviceKind
  package var app: AppIdentifier?
  package var command: String?
  package var sharePermille: Int?
  package var nanojoules: Int64?
  package var wakes: Int?
  package var opens: Int?
  package var times: Int?
  package var relaunches: Int?
  package var unanswered: Int?
  package var percent: Int?
  package var lowestPercent: Int?
  package var uptime: Duration?
  package var memoryLevel: Control.MemoryLevel?
  package var began: Instant?
  package var hold: Condition?

  package init(
    kind: AdviceKind,
    app: AppIdentifier? = nil,
    command: String? = nil,
    sharePermille: Int? = nil,
    nanojoules: Int64? = nil,
    wakes: Int? = nil,
    opens: Int? = nil,
    times: Int? = nil,
    relaunches: Int? = nil,
    unanswered: Int? = nil,
    percent: Int? = nil,
    lowestPercent: Int? = nil,
    uptime: Duration? = nil,
    memoryLevel: Control.MemoryLevel? = nil,
    began: Instant? = nil,
    hold: Condition? = nil
  ) {
    self.kind = kind
    self.app = app
    self.command = command
    self.sharePermille = sharePermille
    self.nanojoules = nanojoules
    self.wakes = wakes
    self.opens = opens
    self.times = times
    self.relaunches = relaunches
    self.unanswered = unanswered
    self.percent = percent
    self.lowestPercent = lowestPercent
    self.uptime = uptime
    self.memoryLevel = memoryLevel
    self.began = began
    self.hold = hold
  }

  package static let keys = [
    "kind", "app", "command", "sharePermille", "nanojoules", "wakes", "opens", "times",
    "relaunches", "unanswered", "percent", "lowestPercent", "uptimeMicroseconds", "memoryLevel",
    "beganMicroseconds", "hold",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    kind = try message.value("kind")
    app = try message.optional("app")
    command = try message.optional("command")
    sharePermille = try message.optional("sharePermille")
    nanojoules = try message.optional("nanojoules")
    wakes = try message.optional("wakes")
    opens = try message.optional("opens")
    times = try message.optional("times")
    relaunches = try message.optional("relaunches")
    unanswered = try message.optional("unanswered")
    percent = try message.optional("percent")
    lowestPercent = try message.optional("lowestPercent")
    uptime = try message.optional("uptimeMicroseconds")
    memoryLevel = try message.optional("memoryLevel")
    began = try message.optional("beganMicroseconds")
    hold = try message.optional("hold")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("kind", kind.json),
      ("app", app?.json),
      ("command", command?.json),
      ("sharePermille", sharePermille?.json),
      ("nanojoules", nanojoules?.json),
      ("wakes", wakes?.json),
      ("opens", opens?.json),
      ("times", times?.json),
      ("relaunches", relaunches?.json),
      ("unanswered", unanswered?.json),
      ("percent", percent?.json),
      ("lowestPercent", lowestPercent?.json),
      ("uptimeMicroseconds", uptime?.json),
      ("memoryLevel", memoryLevel?.json),
      ("beganMicroseconds", began?.json),
      ("hold", hold?.json),
    ]
  }
}

/// A program that the desktop has started, in a group of its own.
package struct AdoptableApp: Hashable, Sendable, WireObject {
  package var app: AppIdentifier?
  package var name: String
  package var groups: [String]
  package var isAdopted: Bool
  package var state: ApplicationState?
  package var obstacle: String?

  package init(
    app: AppIdentifier? = nil,
    name: String,
    groups: [String],
    isAdopted: Bool,
    state: ApplicationState? = nil,
    obstacle: String? = nil
  ) {
    self.app = app
    self.name = name
    self.groups = groups
    self.isAdopted = isAdopted
    self.state = state
    self.obstacle = obstacle
  }

  package static let keys = ["app", "name", "groups", "isAdopted", "state", "obstacle"]

  package init(_ message: ParameterReader) throws(WireError) {
    app = try message.optional("app")
    name = try message.value("name")
    groups = try message.value("groups")
    isAdopted = try message.value("isAdopted")
    state = try message.optional("state")
    obstacle = try message.optional("obstacle")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("app", app?.json),
      ("name", name.json),
      ("groups", groups.json),
      ("isAdopted", isAdopted.json),
      ("state", state?.json),
      ("obstacle", obstacle?.json),
    ]
  }
}

extension Control {
  /// Why a recording has ended: it was stopped, has reached a limit, or a new journal was
  /// begun (journal).
  package enum RecordingEnd: String, Hashable, Sendable, CaseIterable, WireWord {
    case stopped
    case size
    case age
    case journal
  }
}

extension Control {
  /// A recording of the device's inputs and decisions.
  package struct Recording: Hashable, Sendable, WireObject {
    package var path: String
    package var isRunning: Bool
    package var beganWallMicroseconds: Int64
    package var end: Control.RecordingEnd?
    package var inputs: Int
    package var bytes: Int
    package var bytesMax: Int
    package var daysMax: Int
    package var trouble: String?

    package init(
      path: String,
      isRunning: Bool,
      beganWallMicroseconds: Int64,
      end: Control.RecordingEnd? = nil,
      inputs: Int,
      bytes: Int,
      bytesMax: Int,
      daysMax: Int,
      trouble: String? = nil
    ) {
      self.path = path
      self.isRunning = isRunning
      self.beganWallMicroseconds = beganWallMicroseconds
      self.end = end
      self.inputs = inputs
      self.bytes = bytes
      self.bytesMax = bytesMax
      self.daysMax = daysMax
      self.trouble = trouble
    }

    package static let keys = [
      "path", "isRunning", "beganWallMicroseconds", "end", "inputs", "bytes", "bytesMax", "daysMax",
      "trouble",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      path = try message.value("path")
      isRunning = try message.value("isRunning")
      beganWallMicroseconds = try message.value("beganWallMicroseconds")
      end = try message.optional("end")
      inputs = try message.value("inputs")
      bytes = try message.value("bytes")
      bytesMax = try message.value("bytesMax")
      daysMax = try message.value("daysMax")
      trouble = try message.optional("trouble")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("path", path.json),
        ("isRunning", isRunning.json),
        ("beganWallMicroseconds", beganWallMicroseconds.json),
        ("end", end?.json),
        ("inputs", inputs.json),
        ("bytes", bytes.json),
        ("bytesMax", bytesMax.json),
        ("daysMax", daysMax.json),
        ("trouble", trouble?.json),
      ]
    }
  }
}

extension ControlInterface {
  /// The words of each enum, as the interface describes them and as the code has them.
  package static let words: [(type: String, described: [String], used: [String])] = [
    (
      "ApplicationState", ["active", "inactive", "background", "suspended", "notRunning"],
      ApplicationState.allCases.map(\.rawValue)
    ),
    (
      "Reason",
      [
        "forceQuit", "backgroundRefreshOff", "lowPowerMode", "batteryLow", "notBefore", "network",
        "externalPower", "deviceInUse", "usage", "budget", "rateLimit", "thermal", "memoryPressure",
        "storage", "notRegistered", "notPermitted", "beforeFirstUnlock", "dataProtection",
        "conditions", "notInProfile", "energyAllowance", "dataAllowance", "automaticDownloadsOff",
        "restricted", "callsNotReported", "activeParticipantNotSet", "channelNotJoined",
        "payloadTooLarge", "unread", "onScreen", "launching", "runningCallback", "backgroundTask",
        "expiringActivity", "wake", "audio", "runningTask", "job", "locationUpdates", "call",
        "pushToTalk", "grace", "exemption", "fileLock", "controllingTerminal", "sessionLeader",
        "callersShell", "displayServer", "freezerUnavailable", "thawedFromOutside", "busCall",
        "inputGrab", "focused", "underPointer", "statusItem", "waitingPeer", "windowShown",
        "timeUp", "launchWatchdog", "transitionWatchdog", "enterBackgroundWatchdog",
        "terminateWatchdog", "processorTime", "tooManyTasks", "gpu", "exitsOnSuspend", "uninstall",
        "reboot", "logout", "machineStops", "offloaded", "processEnded", "callerLeft",
        "lowestReuseProbability", "suspendedLongEnough", "expectedReturn", "leftBehind",
        "stateSaved", "noTimeToSave", "userAction", "endedByItself", "notStarted",
        "nothingLeftToDo", "daemonRestart", "notLaunchedForThis", "plannedMoment", "replaced",
        "noProgress", "simulated", "slotTaken", "dependency", "conditionLost", "failureCommand",
        "retryInterval", "awaitsAnswer", "suspendedByOwner", "attemptFailed", "notificationsOff",
        "tooManyNotifications", "impossibleTrigger", "inFront", "deviceLocked", "soundFile",
        "repeatInterval", "notificationServer", "preciseLocation", "serviceSession", "userDecides",
        "notAuthorized",
      ], Reason.allCases.map(\.rawValue)
    ),
    (
      "WakeReason",
      [
        "appRefresh", "backgroundFetch", "processing", "continuedProcessing", "silentPush",
        "visiblePush", "voipPush", "pushToTalk", "transfer", "significantLocation", "region",
        "visit", "continuousLocation", "liveLocation", "bluetoothRestoring", "bluetooth",
        "accessory", "audio", "voipSocket", "newsstand", "descriptor", "notificationResponse",
        "job", "terminationSave",
      ], WakeReason.allCases.map(\.rawValue)
    ),
    ("TerminationSave", ["finished", "unfinished"], TerminationSave.allCases.map(\.rawValue)),
    (
      "TaskType", ["appRefresh", "processing", "healthResearch", "continued"],
      TaskType.allCases.map(\.rawValue)
    ),
    (
      "JobState", ["waiting", "running", "paused", "ending", "done", "failed", "cancelled"],
      JobState.allCases.map(\.rawValue)
    ),
    (
      "JobConflict", ["refuse", "replace", "keep", "once"],
      JobRequest.Conflict.allCases.map(\.rawValue)
    ),
    ("LossPolicy", ["expire", "pause"], JobRequest.LossPolicy.allCases.map(\.rawValue)),
    ("TransferDirection", ["download", "upload"], TransferDirection.allCases.map(\.rawValue)),
    (
      "TransferState",
      ["queued", "running", "waiting", "suspended", "completed", "failed", "cancelled"],
      TransferState.allCases.map(\.rawValue)
    ),
    ("UploadResumption", ["automatic", "none", "tus"], UploadResumption.allCases.map(\.rawValue)),
    (
      "Cause",
      [
        "obstacle", "hold", "breach", "plainProgram", "hasRun", "identifierNotPermitted",
        "modeMissing", "entitlementMissing", "schedulerMissing", "handlerMissing",
        "registeredTooLate", "registeredTwice", "tooManyPending", "nothingPending", "stillLearning",
        "plannedLater", "simulated", "notSubmittedAgain", "notCompleted", "completedAsFailed",
        "simulatorOrExtension", "refreshOffForDevice", "refreshOffForApp", "timeSpent",
        "expirationHandlerMissing", "expirationHandlerTooSlow", "mainThreadBusy", "conditionsLost",
        "stalled", "onlyWhileIdle", "earliestIsLowerBound", "followsHabits", "notWarned",
        "onScreen", "exempt", "nothingHeld", "insideWake", "budgetOfProfile", "suspended",
        "notHeld", "woken", "noBackgroundLaunch", "chargerLiftsLimits", "onBattery",
        "noFixedIntervals", "noEndlessRuns", "pushRate", "pushNewestKept", "pushWrongHeaders",
        "pushBatched", "resumeLimiter", "startedInBackground", "sessionFlags",
        "sessionNotRecreated", "completionNotCalled", "launchEventsOff", "transfersLost",
        "fileMovedTooLate", "containerMoved", "locationNotAlways", "locationNever",
        "locationPaused", "locationNotInBackground", "regionHysteresis", "tooManyRegions",
        "regionTooSmall", "managerNotMade", "noRestoreIdentifier", "bluetoothToggled",
        "noPendingConnection", "callsNotReported", "notificationsOff", "tooManyNotifications",
      ], Cause.allCases.map(\.rawValue)
    ),
    ("Finding", ["found", "ruledOut", "unseen", "rule"], Check.Finding.allCases.map(\.rawValue)),
    (
      "Question",
      [
        "refreshNeverRan", "onlyWithDebugger", "ranOnce", "submitUnavailable", "submitRejected",
        "handlerNotRegistered", "processingOnlyAtNight", "killedAfterThirtySeconds",
        "runsTooSeldom", "pushLostAfterForceQuit", "onlySomePushes", "onlyOnTheCable",
        "pushComesLate", "killedForAssertions", "remainingTimeIsHuge", "lessTimeThanBefore",
        "killedForFileLock", "downloadsStop", "uploadIsSlow", "transferDelegateNotCalled",
        "transfersCancelled", "downloadedFileGone", "startedByItself", "locationStops",
        "regionIsLate", "bluetoothNotRelaunched", "voipPushStopped", "timersStop",
        "notificationsDropped", "continuedTaskExpired", "runEveryFewMinutes", "neverSleeps",
      ], Question.allCases.map(\.rawValue)
    ),
    (
      "LaunchDestination", ["foreground", "background"],
      App.LaunchDestinationName.allCases.map(\.rawValue)
    ),
    (
      "CompletionResult", ["newData", "noData", "failed", "success", "failure"],
      CompletionResult.allCases.map(\.rawValue)
    ),
    (
      "Permission", ["location", "microphone", "notifications", "bluetooth", "accessories"],
      Permission.allCases.map(\.rawValue)
    ),
    (
      "BackgroundUse", ["audio", "location", "accessory", "bluetooth", "socket", "channel"],
      BackgroundUse.allCases.map(\.rawValue)
    ),
    ("Verdict", ["done", "denied", "waiting"], Decision.Verdict.allCases.map(\.rawValue)),
    ("BackgroundRefresh", ["on", "off", "wifi"], BackgroundRefresh.allCases.map(\.rawValue)),
    ("AutomaticDownloads", ["on", "off", "wifi"], AutomaticDownloads.allCases.map(\.rawValue)),
    (
      "LocationAuthorization", ["never", "whenInUse", "always", "notDetermined"],
      LocationAuthorization.allCases.map(\.rawValue)
    ),
    ("LocationAccuracy", ["full", "reduced"], LocationAccuracy.allCases.map(\.rawValue)),
    (
      "ProfileName", ["ios3", "ios4", "ios6", "ios7", "ios8", "ios10", "ios13", "ios26", "linux"],
      ProfileName.allCases.map(\.rawValue)
    ),
    (
      "EvictionOrder", ["largestFirst", "leastRecentlyUsedFirst", "leastLikelyUsedFirst"],
      EvictionOrder.allCases.map(\.rawValue)
    ),
    (
      "InterruptionLevel", ["passive", "active", "timeSensitive", "critical"],
      InterruptionLevel.allCases.map(\.word)
    ),
    ("PushKind", ["alert", "background", "voip", "pushtotalk"], PushKind.allCases.map(\.rawValue)),
    (
      "WatchedThing",
      [
        "voipSocket", "accessoryLine", "descriptor", "peripheral", "scan", "advertising",
        "services", "significantChange", "visits", "region", "beacon",
      ], WatchedItem.Thing.allCases.map(\.rawValue)
    ),
    (
      "ProfileCapability",
      [
        "multitasking", "backgroundFetch", "contentAvailable", "backgroundSessions",
        "taskScheduler", "continuedProcessing", "healthResearch", "locationAfterForceQuit",
        "visits", "beacons", "liveUpdates", "voIPPushes", "voIPSockets", "pushToTalk",
        "expiringActivities", "exitsOnSuspend", "regionNotifications", "deferredLocation",
        "bluetoothPeripherals", "resumableUploads", "transferBeginDates",
      ], ProfileCapability.allCases.map(\.rawValue)
    ),
    (
      "PushStage", ["arrived", "shown", "held", "denied", "delivered", "handled"],
      ReceivedPush.Stage.allCases.map(\.rawValue)
    ),
    (
      "MessageOutcome", ["delivered", "later", "unknown", "refused"],
      MessageOutcome.allCases.map(\.rawValue)
    ),
    (
      "PushOutcome", ["accepted", "repeated", "appMissing", "refused"],
      PushOutcome.allCases.map(\.rawValue)
    ),
    (
      "BatteryLabel",
      ["backgroundActivity", "audio", "location", "notifications", "transfers", "voip"],
      BatteryLabel.allCases.map(\.rawValue)
    ),
    (
      "EnergyFitOutcome", ["fitted", "tooFewHours", "undetermined", "inexact"],
      EnergyFitOutcome.allCases.map(\.rawValue)
    ),
    (
      "AdviceKind",
      [
        "sleepless", "refresh", "location", "notifications", "evicted", "forceQuit", "lowPower",
        "restart",
      ], AdviceKind.allCases.map(\.rawValue)
    ),
  ]
}
