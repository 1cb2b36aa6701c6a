import Glibc
import TorporModel
import TorporWire

/// Memory of suspended apps that is written to swap by hand, waited for.
struct MemoryPurge {
  /// None: all that are suspended.
  let apps: [String]

  func run(on daemon: ControlConnection) throws(CommandFailure) {
    let before = try read(daemon)
    for app in apps.isEmpty ? before.map(\.app.text) : apps {
      do throws(CommandFailure) {
        _ = try daemon.call(Control.PageOut(app: app))
      } catch {
        // Of all that were suspended, one may run by now.
        guard apps.isEmpty, case .refused(.refused(.notSuspended)) = error else { throw error }
      }
    }
    let line = ProgressLine()
    var now = try read(daemon)
    while now.contains(where: \.isWaiting) {
      let written = now.reduce(Int64(0)) { $0 + $1.freedBytes }
      line.show("Writing to swap: \(written.sizePhrase) of \(now.count) apps …")
      usleep(StorageMeasurement.pauseMicroseconds)
      now = try read(daemon)
    }
    line.clear()
    Terminal.show(MemoryPurge.lines(before, now))
  }

  private func read(_ daemon: ControlConnection) throws(CommandFailure) -> [PagedApp] {
    guard !apps.isEmpty else { return try daemon.call(Control.GetPaging()).reply.apps }
    var found: [PagedApp] = []
    for app in apps { found += try daemon.call(Control.GetPaging(app: app)).reply.apps }
    return found
  }

  /// What was written of each app, and of all of them.
  static func lines(_ before: [PagedApp], _ after: [PagedApp]) -> [String] {
    guard !before.isEmpty else {
      return ["No app is suspended, so there was nothing to write to swap."]
    }
    var total: Int64 = 0
    var lines: [String] = []
    for app in before {
      guard let now = after.first(where: { $0.app == app.app }) else {
        lines.append("\(app.app) runs again, and reads back what it needs.")
        continue
      }
      let written = max(0, now.freedBytes - app.freedBytes)
      total += written
      let sum =
        app.freedBytes > 0 ? " (\(now.freedBytes.sizePhrase) since it was frozen)" : ""
      lines.append(
        written > 0
          ? "Wrote \(written.sizePhrase) of \(app.app) to swap\(sum)."
          : "Nothing more of \(app.app) could be written to swap\(sum)."
      )
    }
    if lines.count > 1 { lines.append("\(total.sizePhrase) of memory in all.") }
    return lines
  }
}
