import Glibc
import TorporPosix

/// What this machine is, as far as it matters to the system; read from the kernel's files.
struct MachineCheck {
  /// Where the kernel's files are; another folder in tests.
  var root = ""

  /// The findings that need no daemon.
  ///
  /// Whether this program's own group would do for a daemon matters to nobody who has one: that runs in a
  /// group of its own.
  func add(to report: inout DoctorReport, daemonAnswers: Bool) {
    report.add(.note, "kernel", kernel)
    report.add(.note, "system", system)
    switch MountTable(procRoot: root + "/proc").controlGroups?.point {
    case .some(let path):
      let layout = path == MountTable.unifiedPoint ? "unified" : "hybrid"
      report.add(.good, "control groups", "version 2 at \(path) (\(layout) layout)")
      if let own = ownGroup {
        report.add(.note, "own group", own)
        if !daemonAnswers { addRights(in: path + (own == "/" ? "" : own), to: &report) }
      }
    case .none:
      report.add(
        .bad,
        "control groups",
        "version 2 is not mounted, so nothing can be frozen; mount it with "
          + "`mount -t cgroup2 none /sys/fs/cgroup/unified`"
      )
    }
  }

  private func addRights(in folder: String, to report: inout DoctorReport) {
    let mayMake = Files.isWritable(root + folder)
    report.add(
      mayMake ? .good : .lacking,
      "group rights",
      mayMake
        ? "this user may create groups in \(folder)"
        : "this user may not create groups in \(folder); start a daemon of this user in its own "
          + "group: `systemd-run --user --scope -p Delegate=yes torpord`"
    )
  }

  /// What the socket's file says about who may connect.
  func addSocket(_ path: String, to report: inout DoctorReport) {
    guard let facts = try? Files.facts(of: root + path) else {
      report.add(.bad, "socket", "\(path) does not exist")
      return
    }
    let mode = String(facts.st_mode & 0o777, radix: 8)
    let owner = "owner \(facts.st_uid), mode \(mode)"
    let mayWrite = Files.isWritable(root + path)
    report.add(
      mayWrite ? .good : .bad,
      "socket",
      mayWrite ? "\(path) (\(owner))" : "\(path) does not let this user in (\(owner))"
    )
  }

  private var kernel: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return "\(Self.text(name.sysname)) \(Self.text(name.release)) \(Self.text(name.machine))"
  }

  private var system: String {
    let text = (try? Files.read(root + "/etc/os-release")) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown"
  }

  private var ownGroup: String? {
    ProcessGroups.unified(in: (try? Files.read(root + "/proc/self/cgroup")) ?? "")
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
