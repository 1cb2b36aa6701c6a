import TorporModel

extension ScenarioReader {
  /// The keys that tell the forms apart, in the order in which they are looked for.
  private static let forms = [
    "state", "called", "order", "launched", "exit", "result", "backgroundTimeRemaining", "pending",
    "transfer", "notification", "explain", "saved", "usage", "caches", "neverSleeps",
    "deviceWakeups",
  ]

  /// Reads the expectations.
  func expectations(_ node: YAMLNode, apps: [AppDefinition]) -> [Expectation] {
    list(node, "expect").compactMap { item in
      guard var map = MapReader(item, subject: "an expectation", sink: sink) else { return nil }
      let found = Self.forms.filter { form in map.keys.contains(form) }
      // `state` is a form of its own and a key of `transfer`.
      guard let form = found.contains("transfer") ? "transfer" : found.first else {
        reportUnknownForm(map)
        return nil
      }
      let kind = expectation(form, &map, apps: apps)
      map.finish()
      return kind.map { Expectation(kind: $0, line: map.line) }
    }
  }

  private func reportUnknownForm(_ map: MapReader) {
    let shared = ["at", "app", "between", "times", "is", "shown", "blockedBy"]
    let strange = map.entries.first { !shared.contains($0.key) }
    if let strange {
      sink.report(
        notAllowed(strange.key, as: "an expectation", allowed: Self.forms),
        at: strange.keyNode
      )
    } else {
      sink.report(
        "an expectation needs one of the keys \(Self.forms.joined(separator: ", "))",
        at: map.node
      )
    }
  }

  private func expectation(
    _ form: String,
    _ map: inout MapReader,
    apps: [AppDefinition]
  ) -> Expectation.Kind? {
    switch form {
    case "state": return state(&map, apps)
    case "called": return called(&map, apps)
    case "order": return order(&map, apps)
    case "launched": return launched(&map, apps)
    case "exit": return exit(&map, apps)
    case "result": return result(&map, apps)
    case "backgroundTimeRemaining": return timeRemaining(&map, apps)
    case "pending": return pending(&map, apps)
    case "transfer": return transferState(&map)
    case "notification": return shown(&map)
    case "explain": return blockedBy(&map, apps)
    case "saved": return savedState(&map, apps)
    case "usage": return usage(&map, apps)
    case "caches": return caches(&map, apps)
    case "neverSleeps": return neverSleeps(&map, apps)
    default: return wakeups(&map)
    }
  }

  private func state(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let state: ApplicationState? = map.scalar("state", Forms.choice("a state"))
    guard let at, let app, let state else { return nil }
    return .state(app: app, state, at: at)
  }

  private func called(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let name = map.value("called").flatMap(callback)
    let span = self.span(&map)
    let times = self.times(&map)
    guard let app, let name, let span, let times else { return nil }
    return .called(app: app, name, between: span, times: times)
  }

  private func callback(_ node: YAMLNode) -> CallbackName? {
    Forms.text.read(node, key: "called", sink: sink).flatMap { callbackName($0, at: node) }
  }

  private func order(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let nodes = map.value("order").map { list($0, "order") } ?? []
    let names = nodes.compactMap(callback)
    let span = self.span(&map)
    guard let app, let span, !names.isEmpty, names.count == nodes.count else { return nil }
    return .order(app: app, names, between: span)
  }

  private func launched(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let form = ScalarForm(meant: "a place", allowed: ["foreground", "background"]) {
      (text: String) -> Bool? in
      text == "foreground" ? true : text == "background" ? false : nil
    }
    let intoForeground = map.scalar("launched", form)
    let span = self.span(&map)
    let times = self.times(&map)
    guard let app, let intoForeground, let span, let times else { return nil }
    return .launched(app: app, intoForeground: intoForeground, between: span, times: times)
  }

  private func exit(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let names =
      ["none", "crash", "exit", "jetsam", "forceQuit", "exitsOnSuspend", "uninstall"]
      + TerminationCode.allCases.map(\.text)
    let form = ScalarForm(meant: "an exit", allowed: names) { (text: String) in
      names.contains(text) ? text : nil
    }
    let reason = map.scalar("exit", form)
    let span = self.span(&map)
    guard let app, let reason, let span else { return nil }
    return .exit(app: app, reason: reason == "none" ? nil : reason, between: span)
  }

  private func result(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let label = map.scalar("result", Forms.text)
    let outcome: SubmissionOutcome? = map.requiredScalar("is", Forms.choice("an outcome"))
    guard let app, let label, let outcome else { return nil }
    return .result(app: app, label: label, outcome: outcome)
  }

  private func timeRemaining(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    guard let node = map.value("backgroundTimeRemaining"), let at, let app else { return nil }
    if node.scalar?.text == "unlimited" { return .timeRemaining(app: app, nil, at: at) }
    guard node.sequence != nil else {
      sink.report(
        "'backgroundTimeRemaining' must be unlimited or an interval such as [20s, 30s], found"
          + " \(node.kindText)",
        at: node
      )
      return nil
    }
    return interval(node, key: "backgroundTimeRemaining").map {
      .timeRemaining(app: app, $0, at: at)
    }
  }

  private func pending(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let identifiers = map.value("pending").map { node in
      list(node, "pending").compactMap { Forms.text.read($0, key: "pending", sink: sink) }
    }
    guard let at, let app, let identifiers else { return nil }
    return .pending(app: app, identifiers: identifiers, at: at)
  }

  private func transferState(_ map: inout MapReader) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let name = map.scalar("transfer", Forms.text)
    let state = map.requiredScalar("state", Forms.transferState)
    guard let at, let name, let state else { return nil }
    return .transfer(name: name, state, at: at)
  }

  private func shown(_ map: inout MapReader) -> Expectation.Kind? {
    let name = map.scalar("notification", Forms.text)
    let shown = map.requiredScalar("shown", Forms.yes)
    let span = self.span(&map)
    let times = self.times(&map)
    guard let name, shown != nil, let span, let times else { return nil }
    return .notification(name: name, between: span, times: times)
  }

  private func blockedBy(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let nodes = map.required("blockedBy").map { list($0, "blockedBy") } ?? []
    let names = Self.blockingReasons.map(\.rawValue)
    let form = ScalarForm(meant: "a reason", allowed: names) { (text: String) -> Reason? in
      names.contains(text) ? Reason(rawValue: text) : nil
    }
    let reasons = nodes.compactMap { form.read($0, key: "blockedBy", sink: sink) }
    guard let node = map.value("explain"),
      var inner = MapReader(node, subject: "explain", sink: sink)
    else { return nil }
    let app = inner.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let subject = inner.requiredScalar("subject", Forms.text)
    inner.finish()
    guard let at, let app, let subject, reasons.count == nodes.count, !reasons.isEmpty else {
      return nil
    }
    return .blockedBy(app: app, subject: subject, reasons: reasons, at: at)
  }

  /// The vocabulary of `blockedBy`.
  private static let blockingReasons: [Reason] = [
    .forceQuit, .backgroundRefreshOff, .lowPowerMode, .batteryLow, .notBefore, .network,
    .externalPower, .deviceInUse, .usage, .budget, .rateLimit, .thermal, .memoryPressure, .storage,
    .notRegistered, .notPermitted, .beforeFirstUnlock, .dataProtection, .conditions,
    .energyAllowance, .dataAllowance, .offloaded,
  ]

  private func savedState(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    guard let node = map.value("saved"),
      var inner = MapReader(node, subject: "saved", sink: sink)
    else { return nil }
    let app = inner.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let values = savedValues(inner, besides: ["app"])
    if values.isEmpty {
      sink.report("saved needs at least one key that a 'save' step used", at: node)
    }
    guard let at, let app, !values.isEmpty else { return nil }
    return .saved(app: app, values, at: at)
  }

  private func usage(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    guard let node = map.value("usage"),
      var inner = MapReader(node, subject: "usage", sink: sink)
    else { return nil }
    let app = inner.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let background = inner.value("background").map { interval($0, key: "background") }
    let foreground = inner.value("foreground").map { interval($0, key: "foreground") }
    inner.finish()
    if background == nil, foreground == nil {
      sink.report("usage needs 'background' or 'foreground', or both", at: node)
      return nil
    }
    // A value that is there and wrong has been reported.
    guard let at, let app, background != .some(nil), foreground != .some(nil) else { return nil }
    return .usage(
      app: app,
      background: background.flatMap { $0 },
      foreground: foreground.flatMap { $0 },
      at: at
    )
  }

  private func caches(_ map: inout MapReader, _ apps: [AppDefinition]) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let app = map.required("app").flatMap { alias($0, key: "app", apps: apps) }
    let bytes = map.scalar("caches", Forms.size)
    guard let at, let app, let bytes else { return nil }
    return .caches(app: app, bytes, at: at)
  }

  private func neverSleeps(
    _ map: inout MapReader,
    _ apps: [AppDefinition]
  ) -> Expectation.Kind? {
    let at = map.requiredScalar("at", Forms.duration)
    let named = map.value("neverSleeps").map { node in
      list(node, "neverSleeps").map { alias($0, key: "neverSleeps", apps: apps) }
    }
    guard let at, let named, !named.contains(nil) else { return nil }
    return .neverSleeps(apps: named.compactMap { $0 }, at: at)
  }

  private func wakeups(_ map: inout MapReader) -> Expectation.Kind? {
    let times = map.value("deviceWakeups").flatMap { count($0, key: "deviceWakeups") }
    let span = self.span(&map)
    guard let times, let span else { return nil }
    return .deviceWakeups(times, between: span)
  }

  private func span(_ map: inout MapReader) -> TimeSpan? {
    guard let node = map.value("between") else { return .wholeRun }
    return interval(node, key: "between").map { TimeSpan($0.lowerBound, $0.upperBound) }
  }

  private func interval(_ node: YAMLNode, key: String) -> ClosedRange<Duration>? {
    let nodes = list(node, "'\(key)'")
    guard node.sequence != nil else { return nil }
    let ends = nodes.compactMap { Forms.duration.read($0, key: key, sink: sink) }
    guard nodes.count == 2 else {
      sink.report("'\(key)' must be an interval [a, b], found \(nodes.count) items", at: node)
      return nil
    }
    guard ends.count == 2 else { return nil }
    guard ends[0] <= ends[1] else {
      sink.report("'\(key)' ends before it begins", at: node)
      return nil
    }
    return ends[0]...ends[1]
  }

  private func times(_ map: inout MapReader) -> Count? {
    guard let node = map.value("times") else { return .atLeastOnce }
    return count(node, key: "times")
  }

  private func count(_ node: YAMLNode, key: String) -> Count? {
    if node.scalar != nil {
      let form = ScalarForm(
        meant: "a count such as 3 or {min: 1, max: 4}",
        parse: ScalarValues.natural
      )
      return form.read(node, key: key, sink: sink).map { Count(min: $0, max: $0) }
    }
    guard var map = MapReader(node, subject: "'\(key)'", sink: sink) else { return nil }
    let min = map.scalar("min", Forms.natural)
    let max = map.scalar("max", Forms.natural)
    map.finish()
    if min == nil, max == nil {
      sink.report("'\(key)' needs 'min' or 'max', or both", at: node)
      return nil
    }
    if let min, let max, min > max {
      sink.report("'\(key)': min is more than max", at: node)
      return nil
    }
    return Count(min: min ?? 0, max: max)
  }
}
