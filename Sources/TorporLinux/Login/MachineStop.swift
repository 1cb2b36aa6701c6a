internal import Glibc
internal import TorporModel
internal import TorporPosix

/// Whether the machine is stopping now, as its service manager says.
///
/// Asked once, when the daemon is told to end: a restart of the daemon alone leaves its apps as they are,
/// and so does its end. systemd answers over a socket of its own, without a bus.
package struct MachineStop: Sendable {
  private let systemctl: String
  private let asksUserManager: Bool
  private let runFolder: String

  /// Where systemctl finds a user's manager.
  private static let variables: [String] = [
    "PATH", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// How long an answer may take: 1 s, a fifth of what apps then have; our choice.
  private static let patience = Duration.seconds(1)

  /// Asks the machine's manager, and for a user's daemon that of the user, too: it stops at the logout.
  package init(
    userID: UInt32,
    systemctl: String = "/usr/bin/systemctl",
    runFolder: String = "/run"
  ) {
    self.systemctl = systemctl
    asksUserManager = userID != 0
    self.runFolder = runFolder
  }

  /// Whether a manager says so; waits for its answer.
  ///
  /// Without systemd it is not known.
  package func isUnderWay() -> Bool {
    guard Files.exists(runFolder + "/systemd/system") else { return false }
    return says([]) || (asksUserManager && says(["--user"]))
  }

  private func says(_ options: [String]) -> Bool {
    guard let ends = try? DescriptorPair.pipe().take() else { return false }
    let readEnd = Descriptor(owning: ends.first)
    let writeEnd = Descriptor(owning: ends.second)
    let nothing = Descriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
    let start = ProcessStart(
      executable: systemctl,
      arguments: ["systemctl"] + options + ["is-system-running"],
      environment: MachineStop.variables.compactMap { name in
        getenv(name).map { "\(name)=\(String(cString: $0))" }
      },
      workingDirectory: "/"
    )
    guard
      let started = try? start.start(
        standardDescriptors: (nothing.rawValue, writeEnd.rawValue, nothing.rawValue),
        inheritedDescriptor: nil,
        groupDirectory: nil
      ).take()
    else { return false }
    Descriptor.close([started.status, writeEnd.release()])
    let answer = MachineStop.read(readEnd.rawValue)
    kill(started.processID, SIGKILL)
    while started.process.end() == .stillRuns { usleep(1000) }
    return answer == "stopping\n"
  }

  /// What comes until the other end is closed, or the patience is over.
  private static func read(_ number: Int32) -> String {
    var text: [UInt8] = []
    let end = BootClock.monotonicNanoseconds() + patience.nanoseconds
    while text.count < 64 {
      let left = end - BootClock.monotonicNanoseconds()
      var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&waiting, 1, Int32(clamping: left / 1_000_000 + 1)) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = Glibc.read(number, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
