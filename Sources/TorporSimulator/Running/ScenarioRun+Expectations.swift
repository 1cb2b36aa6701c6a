import TorporModel

extension ScenarioRun {
  /// Checks one expectation; `nil` when it holds.
  package func failure(of expectation: Expectation) -> ExpectationFailure? {
    let line = expectation.line
    switch expectation.kind {
    case .state(let app, let state, let at): return failure(of: state, app, at, line)
    case .called(let app, let name, let span, let times):
      return counted(app, in: span, times, line, "\(app): \(name.text) called") {
        $0 == .called(name: name.text)
      }
    case .order(let app, let names, let span): return failure(of: names, app, span, line)
    case .launched(let app, let intoForeground, let span, let times):
      let place = intoForeground ? "foreground" : "background"
      return counted(app, in: span, times, line, "\(app): a new process into the \(place)") {
        if case .launched(let destination) = $0 {
          destination.isForeground == intoForeground
        } else {
          false
        }
      }
    case .exit(let app, let reason, let span): return failure(ofExit: reason, app, span, line)
    case .timeRemaining(let app, let range, let at):
      return failure(ofTimeRemaining: range, app, at, line)
    case .notification(let name, let span, let times):
      return counted(nil, in: span, times, line, "the notification \(name) shown") {
        $0 == .shown(notification: name)
      }
    case .blockedBy(let app, let subject, let reasons, let at):
      let subject = ScenarioRun.Subject(app: app, name: subject)
      return failure(ofBlockedBy: reasons, subject, at, line)
    case .saved(let app, let values, let at): return failure(ofSaved: values, app, at, line)
    case .usage(let app, let background, let foreground, let at):
      return failure(ofUsage: background, foreground, app, at, line)
    case .caches(let app, let bytes, let at): return failure(ofCaches: bytes, app, at, line)
    case .neverSleeps(let apps, let at): return failure(ofNeverSleeps: apps, at, line)
    case .deviceWakeups(let times, let span):
      return counted(nil, in: span, times, line, "wake-ups of the device") { $0 == .deviceWoke }
    case .result(let app, let label, let outcome):
      return failure(ofResult: outcome, label, app, line)
    case .pending(let app, let identifiers, let at):
      return failure(ofPending: identifiers, app, at, line)
    case .transfer(let name, let state, let at):
      return failure(ofTransfer: name, state, at, line)
    }
  }

  // MARK: Forms

  private func failure(
    of state: ApplicationState,
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    let seen = samples[.at(at)]?.statuses[app]?.state
    guard seen != state else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) \(app) is \(state.rawValue)",
      seen: seen.map { "it is \($0.rawValue)" } ?? "the scenario had ended",
      rows: rows(of: app, around: .at(at))
    )
  }

  private func failure(
    of names: [CallbackName],
    _ app: String,
    _ span: TimeSpan,
    _ line: Int
  ) -> ExpectationFailure? {
    var left = names[...]
    for entry in timeline where entry.app == app && span.contains(entry.at) {
      if let next = left.first, entry.event == .called(name: next.text) { left.removeFirst() }
    }
    guard let missing = left.first else { return nil }
    let order = names.map(\.text).joined(separator: ", ")
    return ExpectationFailure(
      line: line,
      expected: "\(app): \(order) in this order \(text(span))",
      seen:
        "\(missing.text) was not called \(left.count == names.count ? "" : "after that ")in time",
      rows: rows(of: app, in: span)
    )
  }

  private func failure(
    ofExit reason: String?,
    _ app: String,
    _ span: TimeSpan,
    _ line: Int
  ) -> ExpectationFailure? {
    let ends: [(at: Instant, name: String)] = timeline.compactMap { entry in
      guard entry.app == app, case .ended(let reason) = entry.event else { return nil }
      return (entry.at, reason.name)
    }
    let exits = ends.filter { span.contains($0.at) }.map(\.name)
    // Who is killed from outside was not ended by a rule: the relaunch table has it under crashes. Who takes more
    // memory than there is, is ended by the kernel, which on Apple's systems is a jetsam as well (JE2, JE6).
    let named = [reason].compactMap { $0 }
    let meant: [String] =
      switch reason {
      case ExitReason.crash(signal: 0).name: named + [ExitReason.killedExternally.name]
      case ExitReason.jetsam.name: named + [ExitReason.outOfMemory.name]
      default: named
      }
    let holds = reason == nil ? exits.isEmpty : meant.contains { exits.contains($0) }
    guard !holds else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "\(app): \(reason.map { "exit \($0)" } ?? "no exit") \(text(span))",
      seen: ends.isEmpty
        ? "it did not end"
        : "it ended: "
          + ends.prefix(5).map { "\($0.name) at \(text($0.at - .zero))" }.joined(separator: ", "),
      rows: rows(of: app, in: span)
    )
  }

  private func failure(
    ofTimeRemaining range: ClosedRange<Duration>?,
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let status = samples[.at(at)]?.statuses[app] else {
      return ended(line, "the background time of \(app) at \(text(at))")
    }
    let holds =
      switch (range, status.timeRemaining) {
      case (nil, nil): true
      case (let range?, let left?): range.contains(left)
      case (nil, .some), (.some, nil): false
      }
    guard !holds else { return nil }
    let expected = range.map { "from \(text($0.lowerBound)) to \(text($0.upperBound))" }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) the background time of \(app) is \(expected ?? "unlimited")",
      seen: "it is \(status.timeRemaining.map(text) ?? "unlimited")",
      rows: rows(of: app, around: .at(at))
    )
  }

  private func failure(
    ofBlockedBy reasons: [Reason],
    _ subject: ScenarioRun.Subject,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let sample = samples[.at(at)], let status = sample.statuses[subject.app] else {
      return ended(line, "what blocks \(subject.name) at \(text(at))")
    }
    // Work that is not there is kept away by what keeps its app from being launched.
    let conditions = sample.explained[subject] ?? status.blockedBy
    let seen = conditions.filter { !$0.holds }.map(\.reason)
    guard reasons.contains(where: { !seen.contains($0) }) else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) \(subject.name) is blocked by "
        + reasons.map(\.rawValue).joined(separator: ", "),
      seen: seen.isEmpty
        ? "nothing blocks it" : "it is blocked by \(seen.map(\.rawValue).joined(separator: ", "))",
      rows: rows(of: subject.app, around: .at(at))
    )
  }

  /// A label that was used again has its latest outcome.
  private func failure(
    ofResult outcome: SubmissionOutcome,
    _ label: String,
    _ app: String,
    _ line: Int
  ) -> ExpectationFailure? {
    let seen = timeline.last { entry in
      guard entry.app == app, case .submitted(label, _) = entry.event else { return false }
      return true
    }
    guard seen?.event != .submitted(label: label, outcome) else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "\(app): \(label) is \(outcome.rawValue)",
      seen: seen.map { TimelineText.sentence($0.event) + " at \(DurationText.short($0.at))" }
        ?? "it was never submitted",
      rows: rows(of: app, in: .wholeRun)
    )
  }

  private func failure(
    ofPending identifiers: [String],
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let pending = samples[.at(at)]?.pending[app] else {
      return ended(line, "the pending tasks of \(app) at \(text(at))")
    }
    guard pending.sorted() != identifiers.sorted() else { return nil }
    func list(_ names: [String]) -> String {
      names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) pending of \(app): \(list(identifiers))",
      seen: "pending is \(list(pending))",
      rows: rows(of: app, around: .at(at))
    )
  }

  private func failure(
    ofSaved values: [SavedValue],
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let saved = samples[.at(at)]?.saved[app] else {
      return ended(line, "what \(app) has saved at \(text(at))")
    }
    guard let wrong = values.first(where: { saved[$0.key] != $0.value }) else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) \(app) has saved \(wrong.key): \(wrong.value)",
      seen: saved[wrong.key].map { "it has saved \(wrong.key): \($0)" }
        ?? "it has not saved \(wrong.key)",
      rows: rows(of: app, around: .at(at))
    )
  }

  private func failure(
    ofCaches bytes: Int64,
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let seen = samples[.at(at)]?.cacheBytes[app] else {
      return ended(line, "the caches of \(app) at \(text(at))")
    }
    guard seen != bytes else { return nil }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) the caches of \(app) hold \(bytes.sizePhrase)",
      seen: "they hold \(seen.sizePhrase)",
      rows: rows(of: app, around: .at(at))
    )
  }

  private func failure(
    ofUsage background: ClosedRange<Duration>?,
    _ foreground: ClosedRange<Duration>?,
    _ app: String,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let status = samples[.at(at)]?.statuses[app] else {
      return ended(line, "the usage of \(app) at \(text(at))")
    }
    for (name, range, seen) in [
      ("background", background, status.backgroundTime),
      ("foreground", foreground, status.foregroundTime),
    ] {
      guard let range, !range.contains(seen) else { continue }
      return ExpectationFailure(
        line: line,
        expected: "until \(text(at)) \(app) was in the \(name) from \(text(range.lowerBound)) to"
          + " \(text(range.upperBound))",
        seen: "it was there for \(text(seen))",
        rows: rows(of: app, around: .at(at))
      )
    }
    return nil
  }

  private func failure(
    ofNeverSleeps apps: [String],
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    let seen = samples[.at(at)]?.sleepless
    guard seen?.sorted() != apps.sorted() else { return nil }
    func list(_ names: [String]) -> String {
      names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
    return ExpectationFailure(
      line: line,
      expected: "at \(text(at)) what never sleeps is \(list(apps))",
      seen: seen.map { "it is \(list($0))" } ?? "the scenario had ended",
      rows: []
    )
  }

  /// How often something was seen in an interval.
  private func counted(
    _ app: String?,
    in span: TimeSpan,
    _ times: Count,
    _ line: Int,
    _ what: String,
    _ matches: (TimelineEvent) -> Bool
  ) -> ExpectationFailure? {
    let found = timeline.filter { entry in
      span.contains(entry.at) && (app == nil || entry.app == app) && matches(entry.event)
    }
    guard !times.holds(found.count) else { return nil }
    let elsewhere = timeline.filter { (app == nil || $0.app == app) && matches($0.event) }
    let moments = elsewhere.prefix(5).map { DurationText.short($0.at) }.joined(separator: ", ")
    return ExpectationFailure(
      line: line,
      expected: "\(what) \(times.text) \(text(span))",
      seen: "\(found.count == 0 ? "never" : Count.times(found.count))"
        + (elsewhere.isEmpty ? "" : "; in the whole run at \(moments)"),
      rows: app.map { rows(of: $0, in: span) } ?? Array(found.prefix(Self.rowsMax))
    )
  }

  func ended(_ line: Int, _ what: String) -> ExpectationFailure {
    ExpectationFailure(line: line, expected: what, seen: "the scenario had ended", rows: [])
  }

  // MARK: Rows

  /// How many rows of the timeline a failure shows; a screen holds two such failures (our choice).
  private static var rowsMax: Int { 12 }

  /// What happened to the app in the interval: the first rows of it, and the last.
  private func rows(of app: String, in span: TimeSpan) -> [TimelineEntry] {
    let all = timeline.filter { $0.app == app && span.contains($0.at) && $0.event.isTelling }
    guard all.count > Self.rowsMax else { return all }
    return Array(all.prefix(Self.rowsMax / 2) + all.suffix(Self.rowsMax / 2))
  }

  /// What happened to the app last before a moment.
  func rows(of app: String, around moment: Instant) -> [TimelineEntry] {
    timeline.filter { $0.app == app && $0.at <= moment && $0.event.isTelling }
      .suffix(Self.rowsMax / 2)
  }

  private func text(_ length: Duration) -> String { DurationText.short(length) }

  private func text(_ span: TimeSpan) -> String {
    span == .wholeRun ? "at any time" : "between \(text(span.first)) and \(text(span.last))"
  }
}

extension Count {
  static func times(_ number: Int) -> String {
    switch number {
    case 1: "once"
    case 2: "twice"
    default: "\(number) times"
    }
  }

  /// How often, in words.
  var text: String {
    switch (min, max) {
    case (0, 0): "never"
    case (let least, let most?) where least == most: "exactly \(Count.times(least))"
    case (0, let most?): "at most \(Count.times(most))"
    case (let least, let most?): "\(least) to \(most) times"
    case (let least, nil): "at least \(Count.times(least))"
    }
  }
}

extension TimelineEvent {
  /// Whether the row tells a reader of a failure something: orders and facts, not every reply.
  package var isTelling: Bool {
    switch self {
    case .answered, .decided: false
    case .script, .state, .launched, .called, .shown, .completed, .submitted, .saved, .frozen,
      .thawed,
      .exited,
      .ended, .deviceWoke, .violation:
      true
    }
  }
}
