import Glibc
import TorporPosix

/// A program that runs beside the benchmark and is ended with it.
final class BackgroundProgram {
  let processID: Int32

  /// Starts the program without input and output.
  ///
  /// - Throws: `SystemError` when it cannot be started.
  init(_ path: String, _ arguments: [String]) throws {
    let nothing = try Files.open("/dev/null", O_RDWR)
    let start = ProcessStart(
      executable: path,
      arguments: [path] + arguments,
      environment: ["PATH=/usr/bin:/bin"],
      workingDirectory: "/"
    )
    processID = try start.start(
      standardDescriptors: (nothing.rawValue, nothing.rawValue, nothing.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).processID
  }

  deinit {
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  /// A message bus of our own in the folder; `nil` when there is no `dbus-daemon`.
  static func messageBus(in scratch: ScratchFolder) throws -> BackgroundProgram? {
    let program = "/usr/bin/dbus-daemon"
    guard access(program, X_OK) == 0 else { return nil }
    let arguments = [
      "--session", "--nofork", "--nopidfile", "--address=\(busAddress(in: scratch))",
    ]
    let bus = try BackgroundProgram(program, arguments)
    // It listens a few milliseconds after its start.
    for _ in 0..<1000 where !Files.exists(scratch.file("bus")) { usleep(1000) }
    return bus
  }

  static func busAddress(in scratch: ScratchFolder) -> String {
    "unix:path=\(scratch.file("bus"))"
  }
}
