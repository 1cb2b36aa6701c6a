import Glibc
import TorporModel
import TorporWire

/// A measurement of what apps take of the disk, waited for.
struct StorageMeasurement {
  /// `nil`: all of them.
  let app: String?

  /// How long between two looks at whether something is over, in microseconds: 50 ms; most disks need less for a hundred
  /// apps.
  ///
  /// Our choice.
  static let pauseMicroseconds: UInt32 = 50_000

  /// What was found, when all of it is there.
  ///
  /// - Throws: `CommandFailure`.
  func result(
    from daemon: ControlConnection
  ) throws(CommandFailure) -> ControlConnection.Answer<Control.GetStorage.Reply> {
    let line = ProgressLine()
    var answer = try daemon.call(Control.GetStorage(app: app, measures: true))
    while let progress = answer.reply.progress {
      let done = answer.reply.apps.count - progress.appsLeft
      line.show(
        "Measuring: \(done) of \(answer.reply.apps.count) apps, \(progress.fileCount) files of the next …"
      )
      usleep(Self.pauseMicroseconds)
      answer = try daemon.call(Control.GetStorage(app: app))
    }
    line.clear()
    return answer
  }
}
