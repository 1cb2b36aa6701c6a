import TorporCore
import TorporDaemon
import TorporModel
package import TorporWire

/// Replays a recording: first as it was, then under other settings.
package struct Replay {
  let source: RecordingSource
  package var changes = ReplayChanges()
  /// How many decisions that differ are shown.
  package var rowsMax = 20
  /// Told how much of the work is done, in permille.
  package var progress: (Int) -> Void = { _ in }

  package init(_ source: RecordingSource) { self.source = source }

  /// - Throws: `ReplayFailure` where the recording cannot be used, or a change does not fit it.
  package func run() throws(ReplayFailure) -> ReplayReport {
    var exact = ExactReplay()
    var habits = Habits()
    let passes = changes.isEmpty ? 1 : 2
    while let line = try source.next() {
      progress(source.bytesRead * 1000 / max(1, source.byteCount * passes))
      if case .turn(let turn) = line {
        exact.take(turn) { input, _, effects in habits.see(input, effects, at: turn.at) }
      } else if exact.take(line), let device = exact.device {
        habits.begin(with: device)
      }
    }
    guard exact.device != nil else {
      throw ReplayFailure(
        "'\(source.path)' holds the beginning of a recording and no device: there is nothing to replay."
      )
    }
    var report = ReplayReport(
      exact: exact,
      isTorn: source.isTorn,
      changes: changes.words,
      other: nil
    )
    guard !changes.isEmpty else { return report }
    let devices = [exact.firstDevice, exact.device].compactMap { $0 }
    report.other = try runOther(habits, removing: try changes.removed(from: devices))
    return report
  }

  private func runOther(
    _ habits: Habits,
    removing removed: Set<AppIdentifier>
  ) throws(ReplayFailure) -> ReplayReport.Other {
    source.rewind()
    var exact = ExactReplay()
    var other: OtherDevice?
    var result = ReplayReport.Other(difference: DecisionDifference(rowsMax: rowsMax))
    var begins: (recorded: UseTable, other: UseTable)?
    func end(_ device: Device) {
      guard let finished = other, let begun = begins else { return }
      result.add(
        recorded: UseTable(device, since: begun.recorded.begin).increase(since: begun.recorded),
        other: UseTable(finished.device, since: begun.other.begin).increase(since: begun.other),
        finished.tally
      )
    }
    while let line = try source.next() {
      progress(500 + source.bytesRead * 500 / max(1, source.byteCount))
      guard case .turn(let turn) = line else {
        let last = exact.device
        guard exact.take(line), let device = exact.device else { continue }
        if let last { end(last) }
        let begun = OtherDevice(
          device,
          removing: removed,
          try changes.settings(on: device, isFirst: last == nil),
          habits: habits
        )
        other = begun
        let start = UseTable(device, since: nil)
        begins = (start, UseTable(begun.device, since: start.begin))
        continue
      }
      other?.advance(to: turn, recordedWakeup: exact.device?.nextWakeup)
      var orders: [HostOrder] = []
      exact.take(turn) { input, wasFrozen, effects in
        orders += other?.follow(input, wasFrozen: wasFrozen, effects, at: turn.at) ?? []
      }
      other?.finish(orders, at: turn.at)
      for decision in turn.decisions { result.difference.take(decision, isRecorded: true) }
      for decision in other?.decisions ?? [] { result.difference.take(decision, isRecorded: false) }
      other?.decisions.removeAll()
      result.difference.advance(to: turn.at)
    }
    if let device = exact.device { end(device) }
    result.difference.advance(to: nil)
    return result
  }
}

/// What is to be different.
package struct ReplayChanges {
  /// Calls of the interface, as `torpor settings` makes them.
  package var settings: [Control.ChangeSetting] = []
  /// Names of apps that are not there.
  package var without: [String] = []
  /// The same as they were typed.
  package var words: [String] = []

  package init() {}

  var isEmpty: Bool { settings.isEmpty && without.isEmpty }

  /// The apps that are removed: those that are there at the beginning, or come later.
  func removed(from devices: [Device]) throws(ReplayFailure) -> Set<AppIdentifier> {
    var removed: Set<AppIdentifier> = []
    for name in without {
      let found = devices.lazy.compactMap { try? find(name, on: $0) }.first
      if let found {
        removed.insert(found)
      } else if let first = devices.first {
        removed.insert(try find(name, on: first))
      }
    }
    return removed
  }

  func settings(on device: Device, isFirst: Bool) throws(ReplayFailure) -> [Setting] {
    var all: [Setting] = []
    for change in settings {
      guard let name = change.app else {
        all += change.deviceSettings
        continue
      }
      let found = try? find(name, on: device)
      // After a gap it may have gone.
      if found == nil, !isFirst { continue }
      let app = try found ?? find(name, on: device)
      let settings = change.applied(to: device.apps[app]?.settings ?? AppSettings())
      all.append(.appSettings(app: app, settings: settings))
    }
    return all
  }

  private func find(_ name: String, on device: Device) throws(ReplayFailure) -> AppIdentifier {
    switch device.apps.match(name, among: { _ in true }) {
    case .found(let app): return app
    case .ambiguous(let apps):
      throw ReplayFailure(
        "Several apps of the recording are called '\(name)': "
          + "\(apps.map(\.text).joined(separator: ", ")). Name one of them in full."
      )
    case .unknown:
      let apps = device.apps.records.map(\.identifier.text).sorted()
      let shown = apps.prefix(10).joined(separator: ", ") + (apps.count > 10 ? ", …" : "")
      throw ReplayFailure(
        "No app '\(name)' is in the recording when it begins"
          + (apps.isEmpty ? "; it has none." : "; it has \(shown).")
      )
    }
  }
}
