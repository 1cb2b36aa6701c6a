import Glibc
import Testing
import TorporPosix

@testable import torpor

@Suite("The look at the machine")
struct MachineCheckTests {
  /// A machine on which this program stands in a group that it may not change.
  private func findings(
    daemonAnswers: Bool,
    mountPoint: String = "/sys/fs/cgroup"
  ) throws -> [DoctorReport.Finding] {
    let root = "/tmp/torpor-machine-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer {
      for file in ["mountinfo", "cgroup"] { unlink(root + "/proc/self/" + file) }
      for folder in ["/proc/self", "/proc", ""] { rmdir(root + folder) }
    }
    for folder in ["", "/proc", "/proc/self"] { try Files.makeFolder(root + folder, mode: 0o700) }
    try Files.replace(
      root + "/proc/self/mountinfo",
      with: "30 1 0:26 / \(mountPoint) rw - cgroup2 cgroup2 rw\n"
    )
    try Files.replace(root + "/proc/self/cgroup", with: "0::/user.slice/session-2.scope\n")
    var report = DoctorReport()
    MachineCheck(root: root).add(to: &report, daemonAnswers: daemonAnswers)
    return report.findings
  }

  @Test("says what a daemon would need here, where none answers")
  func withoutDaemon() throws {
    #expect(
      try findings(daemonAnswers: false).map(\.subject)
        == ["kernel", "system", "control groups", "own group", "group rights"]
    )
    #expect(
      try findings(daemonAnswers: false).last?.text
        == "this user may not create groups in /sys/fs/cgroup/user.slice/session-2.scope; start a daemon of this "
        + "user in its own group: `systemd-run --user --scope -p Delegate=yes torpord`"
    )
  }

  @Test(
    "names the layout of control groups by where they are mounted",
    arguments: [
      ("/sys/fs/cgroup", "/sys/fs/cgroup (unified layout)"),
      ("/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified (hybrid layout)"),
      ("/mnt/my\\040groups", "/mnt/my groups (hybrid layout)"),
    ]
  )
  func layout(mountPoint: String, text: String) throws {
    let findings = try findings(daemonAnswers: true, mountPoint: mountPoint)
    #expect(
      findings.first { $0.subject == "control groups" }?.text == "version 2 at " + text
    )
  }

  @Test("says nothing of the rights of its own group to whoever has a daemon in another")
  func withDaemon() throws {
    #expect(
      try findings(daemonAnswers: true).map(\.subject) == [
        "kernel", "system", "control groups", "own group",
      ]
    )
  }
}
