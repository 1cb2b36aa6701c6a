import TorporCore
import TorporDaemon
import TorporModel

/// Replays a recording: first as it was, then under other settings.
package struct Replay {
  let source: RecordingSource
  package var changes = ReplayChanges()
  /// How many decisions that differ are shown.
  package var rowsMax = 20
  /// Told how much of the work is done, in permille, and which line of the file is looked at.
  package var progress: (_ permille: Int, _ line: Int) -> Void = { _, _ in }

  package init(_ source: RecordingSource) { self.source = source }

  /// - Throws: `ReplayFailure` where the recording cannot be used, or a change does not fit it.
  package func run() throws(ReplayFailure) -> ReplayReport {
    var exact = ExactReplay()
    var habits = Habits()
    let passes = changes.isEmpty ? 1 : 2
    while let line = try source.next() {
      progress(source.bytesRead * 1000 / passes / max(1, source.byteCount), source.lineNumber)
      if case .turn(let turn) = line {
        exact.take(turn) { input, _, effects in habits.see(input, effects, at: turn.at) }
      } else if exact.take(line), let device = exact.device {
        habits.begin(with: device)
      }
    }
    guard exact.device != nil else {
      throw ReplayFailure(
        "'\(source.path)' is empty, or only the beginning of a recording: the state of a device is missing, so nothing "
          + "can be replayed. Make another one with `torpor record`."
      )
    }
    var report = ReplayReport(
      exact: exact,
      isTorn: source.isTorn,
      changes: changes.words,
      other: nil
    )
    guard !changes.isEmpty else { return report }
    report.other = try runOther(habits, try changes.found(in: exact))
    return report
  }

  private func runOther(
    _ habits: Habits,
    _ changes: DeviceChanges
  ) throws(ReplayFailure) -> ReplayReport.Other {
    source.rewind()
    var exact = ExactReplay(measuresUse: true)
    var other: OtherDevice?
    var result = ReplayReport.Other(difference: DecisionDifference(rowsMax: rowsMax))
    func end(at moment: Instant?) {
      guard let moment, other != nil else { return }
      other?.readUse(at: moment)
      if let other { result.add(other) }
    }
    while let line = try source.next() {
      progress(500 + source.bytesRead * 500 / max(1, source.byteCount), source.lineNumber)
      guard case .turn(let turn) = line else {
        let last = exact.device?.now
        guard exact.take(line), let device = exact.device else { continue }
        end(at: last)
        other = OtherDevice(device, changes, habits: habits)
        continue
      }
      other?.advance(to: turn, recordedWakeup: exact.device?.nextWakeup)
      var orders: [HostOrder] = []
      exact.take(turn) { input, frozen, effects in
        orders += other?.follow(input, frozen: frozen, effects, at: turn.at) ?? []
      }
      other?.finish(orders, at: turn.at)
      for decision in turn.decisions { result.difference.take(decision, isRecorded: true) }
      for decision in other?.decisions ?? [] { result.difference.take(decision, isRecorded: false) }
      other?.decisions.removeAll()
      result.difference.advance(to: turn.at)
    }
    end(at: exact.device?.now)
    exact.readUse()
    result.recorded = exact.use?.sum ?? UseTable()
    result.difference.advance(to: nil)
    return result
  }
}
