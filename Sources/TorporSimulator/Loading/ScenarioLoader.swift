import TorporModel

/// Reads scenario files strictly: whatever the format does not list is an error with its line.
package enum ScenarioLoader {
  /// Reads a scenario from the text of a file.
  ///
  /// - Throws: `ScenarioErrors` with everything that is wrong with it.
  package static func load(text: String, file: String) throws(ScenarioErrors) -> Scenario {
    let sink = DiagnosticSink(file: file)
    if let root = parse(text, sink: sink) {
      let reader = ScenarioReader(sink: sink)
      if let scenario = reader.read(root), sink.diagnostics.isEmpty { return scenario }
    }
    // A reader that gives up has always said why.
    throw ScenarioErrors(diagnostics: sink.diagnostics.sortedByLine)
  }

  private static func parse(_ text: String, sink: DiagnosticSink) -> YAMLNode? {
    do throws(YAMLError) {
      if let root = try YAMLReader.read(text) { return root }
      sink.report(
        "the file is empty, and a scenario needs the keys 'scenario', 'apps' and 'expect'; add "
          + "them, each on a line of its own",
        line: 1
      )
    } catch {
      sink.report(error.sentence, at: error.mark)
    }
    return nil
  }
}

extension [ScenarioDiagnostic] {
  /// Ordered by line; what has the same line stays in the order in which it was found.
  fileprivate var sortedByLine: [ScenarioDiagnostic] {
    enumerated().sorted { left, right in
      (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
    }.map(\.element)
  }
}

/// Turns the nodes of one file into a scenario, reporting what is wrong on the way.
struct ScenarioReader {
  // Shape: one method for each part of a scenario file; its only state is where faults go.
  let sink: DiagnosticSink

  /// Reads the whole file; `nil` where the rest makes no sense.
  func read(_ root: YAMLNode) -> Scenario? {
    guard var map = MapReader(root, subject: "a scenario", sink: sink) else { return nil }
    let sentence = map.requiredScalar("scenario", Forms.text)
    let rule = map.scalar("rule", Forms.text) ?? ""
    let profile: ProfileName? = self.profile(&map)
    let seed = map.scalar("seed", Forms.seed) ?? 1
    let start = map.scalar("start", Forms.wallClock) ?? defaultStartNanoseconds
    let zone = map.scalar("timeZone", Forms.timeZone) ?? .utc
    let end = map.scalar("end", Forms.duration)
    var device = map.value("device").map(self.device) ?? DeviceDefinition()
    device.zone = zone
    let apps = map.required("apps").map(self.apps) ?? []
    let script = map.value("script").map { self.script($0, apps: apps) } ?? []
    let expectations = map.required("expect").map { self.expectations($0, apps: apps) } ?? []
    map.finish()
    let lastNamed = (script.map(\.at) + expectations.map(\.kind.lastTime)).max() ?? .zero
    let scenario = Scenario(
      file: sink.file,
      sentence: sentence ?? "",
      rule: rule,
      profile: profile ?? .ios26,
      seed: seed,
      startWallNanoseconds: start,
      end: end ?? lastNamed,
      device: device,
      apps: apps,
      script: script,
      expectations: expectations
    )
    checkReferences(of: scenario)
    return scenario
  }

  /// 2026-03-02 08:00 UTC, the start of a scenario that names none (the format's default).
  private var defaultStartNanoseconds: Int64 { 1_772_438_400_000_000_000 }

  private func profile(_ map: inout MapReader) -> ProfileName? {
    map.scalar("profile", Forms.choice("a profile"))
  }

  /// The items of a list; reports and gives none where the node is no list.
  func list(_ node: YAMLNode, _ subject: String) -> [YAMLNode] {
    guard let sequence = node.sequence else {
      sink.report("\(subject) must be a list, found \(node.kindText)", at: node)
      return []
    }
    return Array(sequence)
  }

  private func device(_ node: YAMLNode) -> DeviceDefinition {
    var device = DeviceDefinition()
    guard var map = MapReader(node, subject: "the device", sink: sink) else { return device }
    device.batteryPercent = map.scalar("battery", Forms.wholePercentage) ?? device.batteryPercent
    device.isCharging = map.scalar("charging", Forms.boolean) ?? device.isCharging
    device.network = map.scalar("network", Forms.choice("a network")) ?? device.network
    device.isLowData = map.scalar("lowData", Forms.boolean) ?? device.isLowData
    device.bandwidthBytesPerSecond =
      map.scalar("bandwidth", Forms.rate) ?? device.bandwidthBytesPerSecond
    device.isLowPowerMode = map.scalar("lowPowerMode", Forms.boolean) ?? device.isLowPowerMode
    device.backgroundRefresh =
      map.scalar("backgroundRefresh", Forms.choice("a setting")) ?? device.backgroundRefresh
    device.hasPasscode = map.scalar("passcode", Forms.boolean) ?? device.hasPasscode
    device.isLocked = map.scalar("locked", Forms.boolean) ?? device.isLocked
    device.isBootedLocked = map.scalar("bootedLocked", Forms.boolean) ?? device.isBootedLocked
    device.thermal = map.scalar("thermal", Forms.choice("a thermal state")) ?? device.thermal
    device.memoryBytes = map.scalar("memory", Forms.size) ?? device.memoryBytes
    device.swapBytes = map.scalar("swap", Forms.size) ?? device.swapBytes
    device.storageBytes = map.scalar("storage", Forms.size) ?? device.storageBytes
    map.finish()
    return device
  }
}

extension Expectation.Kind {
  /// The last time that the expectation names.
  fileprivate var lastTime: Duration {
    switch self {
    case .state(_, _, let at), .timeRemaining(_, _, let at), .pending(_, _, let at),
      .transfer(_, _, let at), .blockedBy(_, _, _, let at), .saved(_, _, let at),
      .usage(_, _, _, let at), .caches(_, _, let at), .neverSleeps(_, let at):
      at
    case .called(_, _, let span, _), .order(_, _, let span), .launched(_, _, let span, _),
      .exit(_, _, let span), .notification(_, let span, _), .deviceWakeups(_, let span):
      span == .wholeRun ? .zero : span.last
    case .result: .zero
    }
  }
}

extension TimeSpan {
  /// The interval of an expectation that names none: from 0 s to whatever the end is.
  static let wholeRun = TimeSpan(.zero, .days(36_500))
}
