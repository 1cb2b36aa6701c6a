import ArgumentParser
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// `torpor doctor`: whether all is well, and a report to attach when it is not.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the daemon and this machine; write a report to attach."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Write the findings, the apps and the last 200 decisions to a file.",
      discussion: "App names and file paths are in it; read it before you attach it.",
      valueName: "file"
    )
  )
  var report: String?

  /// How many decisions go into a report; our choice: a day of a calm desktop.
  private static let decisionsOfReport = 200

  func run() throws {
    var findings = DoctorReport()
    findings.add(.note, "torpor", TorporCommand.version)
    let machine = MachineCheck()
    let daemon = Result { () throws(CommandFailure) in try connection.connect() }
    machine.add(to: &findings, daemonAnswers: (try? daemon.get()) != nil)
    machine.addSocket(connection.path, to: &findings)
    do throws(CommandFailure) {
      try DoctorCommand.check(try daemon.get(), &findings)
    } catch {
      findings.add(.bad, "daemon", error.sentence)
    }
    if output.json {
      let clock = WallClock.withoutDaemon
      Terminal.show(findings.json(at: clock), clock)
    } else {
      Terminal.show(findings.lines(Terminal.style, columns: Terminal.columns))
    }
    if let report { try write(findings, try? daemon.get(), to: report) }
    if !findings.isGood { throw ExitCode(1) }
  }

  private static func check(
    _ daemon: ControlConnection,
    _ findings: inout DoctorReport
  ) throws(CommandFailure) {
    let version = try daemon.call(Control.GetVersion()).reply
    let isSame = version.version == TorporCommand.version
    findings.add(
      isSame ? .good : .lacking,
      "daemon",
      "torpord \(version.version), PID \(version.processID), state in \(version.stateFolder)"
        + (isSame ? "" : "; this program is \(TorporCommand.version), install the same of both")
    )
    let device = try daemon.call(Control.Status()).reply.device
    findings.add(
      .note,
      "device",
      "profile \(device.profile.rawValue), \(device.appCount == 1 ? "1 app" : "\(device.appCount) apps"), \(device.runningCount) with a "
        + "process, \(device.suspendedCount) frozen; "
        + (device.isLocked ? "locked" : "unlocked")
    )
    for capability in try daemon.call(Control.GetCapabilities()).reply.capabilities {
      findings.add(
        capability.isAvailable ? .good : capability.name == "journal" ? .bad : .lacking,
        capability.name,
        capability.text
      )
    }
  }

  private func write(
    _ findings: DoctorReport,
    _ daemon: ControlConnection?,
    to file: String
  ) throws(CommandFailure) {
    var lines = findings.lines(.plain)
    if let daemon {
      let clock = try daemon.clock()
      let apps = try daemon.call(Control.List()).reply.apps
      lines += ["", "Apps"] + AppList.lines(apps, at: clock.now, .plain)
      let log = Control.Log(countMax: DoctorCommand.decisionsOfReport)
      let decisions = try daemon.call(log).reply.decisions
      lines += ["", "Decisions"] + decisions.map { DecisionLog.line($0, clock) }
    }
    do throws(SystemError) {
      // The report may be read in a terminal.
      let text = lines.map { Printable.line($0) + "\n" }.joined()
      try Files.replace(file, with: text)
    } catch {
      throw .failed("The report cannot be written: \(error). Choose another file with --report.")
    }
    Terminal.reportError("torpor: the report is in \(file).")
  }
}
