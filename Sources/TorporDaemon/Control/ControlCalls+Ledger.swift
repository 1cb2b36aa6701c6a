import TorporCore
import TorporModel
import TorporWire

// What was decided, and why.

extension ControlCalls {
  func why(_ call: Incoming<Control.Why>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let status = try status(named: call.app)
      let decisions = try page(about: status.app, after: 0, countMax: Self.decisionsOfRuns)
      let launch = status.launch ?? status.lastExit?.launch
      let own = isTransient(status.app) ? Self.ofRun(launch, decisions) : decisions[...]
      let history = try withSleeps(own, endsWithThem: status.launch == nil)
      return Control.Why.Reply(
        app: status,
        decisions: Array(history.suffix(Self.decisionsOfWhy))
      )
    }
  }

  /// What was decided about an app, with the sleeps of the machine while it was there.
  private func withSleeps(
    _ own: ArraySlice<LoggedDecision>,
    endsWithThem: Bool
  ) throws(WireError) -> [LoggedDecision] {
    guard let first = own.first, let last = own.last else { return [] }
    let asleep = try sleeps(after: first.sequence)
      .filter { !endsWithThem || $0.sequence < last.sequence }
    let rows = (own + asleep).sorted { $0.sequence < $1.sequence }
    return LoggedDecision.history(in: rows, \.decision) { !$0.isSleep }
  }

  /// An app as it stands, or as a command ended that had the name lately.
  func status(named name: String) throws(WireError) -> AppStatus {
    do throws(WireError) {
      let app = try resolve(name)
      guard let status = driver.device.status(of: app, at: driver.now()) else {
        throw .refused(.unknownApp(name: name, similar: []))
      }
      return measured(status)
    } catch {
      guard error.isUnknownApp, let entry = ended(named: name) else { throw error }
      return entry.status
    }
  }

  /// The command that had the name and ended last; a name that fits what is there means that.
  private func ended(named name: String) -> EndedApps.Entry? {
    driver.device.ended.latest(named: name, at: driver.now()) {
      permission.mayChangeDevice || $0.ownerUserID == peer.userID
    }
  }

  /// Whether the app is a command, whose identifier others had before.
  private func isTransient(_ app: AppIdentifier) -> Bool {
    driver.device.apps[app].map(\.manifest.isTransient) ?? true
  }

  /// What was decided about one run of a command: what stands between the ends of the one before and
  /// of itself.
  static func ofRun(
    _ launch: LaunchIdentifier?,
    _ decisions: [LoggedDecision]
  ) -> ArraySlice<LoggedDecision> {
    guard let launch, let first = decisions.firstIndex(where: { $0.decision.launch == launch })
    else { return decisions[...] }
    let isRemoval = { (logged: LoggedDecision) in logged.decision.action == .remove }
    let begin = decisions[..<first].lastIndex(where: isRemoval).map { $0 + 1 } ?? 0
    let end = decisions[first...].firstIndex(where: isRemoval).map { $0 + 1 } ?? decisions.count
    return decisions[begin..<end]
  }

  func log(_ call: Incoming<Control.Log>) -> [Submission] {
    let waiting = waiting(call)
    table.ask(waiting) { () throws(WireError) in
      let app = try call.app.map { name throws(WireError) in try status(named: name).app }
      let reply = try decisions(about: app, call.call)
      guard call.follows else { return table.answer(reply, waiting) }
      table.followers.append(
        SessionTable.Follower(
          connection: connection,
          call: call.id,
          app: app,
          permission: permission
        )
      )
      table.proceed(reply, waiting)
    }
    return []
  }

  private func decisions(
    about app: AppIdentifier?,
    _ call: Control.Log
  ) throws(WireError) -> Control.Log.Reply {
    let countMax = min(call.countMax ?? Self.decisionsOfLog, Self.decisionsMax)
    // A client that may not read all of it gets what it may read of the newest.
    let pageMax = permission.mayChangeDevice ? countMax : Self.decisionsMax
    let end = call.before ?? .max
    let told = try page(about: app, after: call.after, before: end, countMax: pageMax)
    let isFull = pageMax > 0 && told.count == pageMax
    // Sleeps before the first of a full page stand on an earlier one.
    let first = isFull ? told.first?.sequence ?? 0 : 0
    let asleep =
      app == nil
      ? [] : try sleeps(after: max(call.after, first > 0 ? first - 1 : 0), before: end)
    let rows = (told + asleep).sorted { $0.sequence < $1.sequence }
      .filter { permission.mayRead($0.decision) }
    let given = Array(rows.suffix(countMax))
    let earlier = given.count < rows.count ? given.first?.sequence : isFull ? first : nil
    return Control.Log.Reply(decisions: given, earlier: earlier)
  }

  /// The sleeps of the machine among the newest decisions: they are part of what happened to each app.
  private func sleeps(
    after sequence: UInt64,
    before end: UInt64 = .max
  ) throws(WireError) -> [LoggedDecision] {
    try page(about: nil, after: sequence, before: end, countMax: Self.decisionsMax)
      .filter(\.decision.isSleep)
  }

  func page(
    about app: AppIdentifier?,
    after sequence: UInt64,
    before end: UInt64 = .max,
    countMax: Int
  ) throws(WireError) -> [LoggedDecision] {
    do throws(JournalFailure) {
      let rows = try driver.decisions(
        about: app,
        after: sequence,
        before: end,
        countMax: countMax
      )
      return rows.map {
        LoggedDecision(
          sequence: $0.entry.sequence,
          wallMicroseconds: $0.entry.wallNanoseconds / 1000,
          decision: $0.decision
        )
      }
    } catch {
      throw WireError(error)
    }
  }

  /// How many decisions `why` shows, and `log` unless asked for more, and the most that either gives.
  ///
  /// A row is some 300 bytes, so that the most stays below the 1 MiB of a message. Our choice.
  private static let decisionsOfWhy = 20
  /// How far back the runs of a command are looked through for the one that is asked about.
  private static let decisionsOfRuns = 200
  private static let decisionsOfLog = 100
  private static let decisionsMax = 1000

  /// Answers frequent questions, from the device as it stands and from the ledger.
  func diagnose(_ call: Incoming<Control.Diagnose>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app: AppIdentifier
      do throws(WireError) {
        app = try resolve(call.app)
      } catch {
        // Of a command that has ended `why` says how; there is nothing to ask about it.
        guard call.question == nil, error.isUnknownApp, ended(named: call.app) != nil else {
          throw error
        }
        return Control.Diagnose.Reply(answers: [])
      }
      let decisions = try page(about: app, after: 0, countMax: Self.decisionsOfDiagnosis)
        .map(\.decision)
      let device = driver.device
      guard let evidence = device.evidence(of: app, decisions: decisions, at: driver.now()) else {
        throw .refused(.unknownApp(name: call.app, similar: []))
      }
      let questions = call.question.map { [$0] } ?? Diagnosis.relevant(from: evidence)
      return Control.Diagnose.Reply(
        answers: questions.map { Diagnosis.answer($0, from: evidence) }
      )
    }
  }

  /// How far back an answer looks, in decisions about the app.
  ///
  /// 500, our choice: the runs and ends of some days, and well below what `log` may read at once.
  private static let decisionsOfDiagnosis = 500
}

extension WireError {
  /// What a caller is told of a journal that cannot be read.
  init(_ failure: JournalFailure) {
    self = .storageFailed(
      operation: failure.operation,
      path: failure.path,
      cause: failure.cause,
      isDiskFull: failure.isDiskFull
    )
  }
}

extension WireError {
  /// Whether nothing has the name; not that several have it, or that the caller may not see it.
  var isUnknownApp: Bool { if case .refused(.unknownApp) = self { true } else { false } }
}
