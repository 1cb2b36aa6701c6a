internal import TorporCore
internal import TorporPosix

/// Work in the terminals of an emulator: a job of a shell would stop with the window that shows it.
///
/// `HazardScan` lets an emulator be frozen with the shells in its own group, since nobody outside waits for them. Of an
/// emulator that the desktop has started that is not enough: a build continues behind a minimised window. A shell that
/// waits for its user is no work, whether it is in the group or, as with some emulators, in one of its own.
///
/// What was started in a terminal and has left it (`setsid make`, an agent, a server) is work as well, where it is in
/// the emulator's group: it has a session of its own there, and nothing says when it is done.
struct TerminalWork {
  let procRoot: String

  /// A hazard for each terminal that one of the processes shows, and in which more than a waiting shell is; one for
  /// each session in the group that has left its terminal.
  func hazards(in members: [Int32]) -> [Hazard] {
    let owners = members.map { (processID: $0, terminals: terminals(shownBy: $0)) }
      .filter { !$0.terminals.isEmpty }
    guard !owners.isEmpty else { return [] }
    let shown = Set(owners.flatMap(\.terminals))
    var busy: Set<String> = []
    for name in Files.names(in: procRoot) {
      guard let processID = Int32(name),
        let stat = ProcessStat(of: processID, procRoot: procRoot), stat.terminal != 0,
        !stat.hasEnded
      else { continue }
      let terminal = HazardScan.terminalName(ofDevice: stat.terminal)
      if shown.contains(terminal), !isIdleShell(stat) { busy.insert(terminal) }
    }
    return busy.sorted().map { .controllingTerminal(name: $0) }
      + detached(from: owners.map(\.processID), among: members)
  }

  /// Sessions of the group that are neither the emulator's own nor in a terminal.
  private func detached(from owners: [Int32], among members: [Int32]) -> [Hazard] {
    let stats = members.compactMap { ProcessStat(of: $0, procRoot: procRoot) }
    let own = Set(stats.filter { owners.contains($0.processID) }.map(\.session))
    let sessions = stats.filter {
      $0.terminal == 0 && !$0.hasEnded && !own.contains($0.session)
    }.map(\.session)
    return Set(sessions).sorted().map { .sessionLeader(pid: $0) }
  }

  /// Whether it is a shell that waits for its user: it leads the terminal's session, runs no script, and does nothing.
  ///
  /// Whatever it has started there is a job of it, and found by itself.
  private func isIdleShell(_ stat: ProcessStat) -> Bool {
    guard stat.session == stat.processID, TerminalWork.shells.contains(stat.name), !stat.isRunning
    else { return false }
    let arguments =
      (try? Files.read("\(procRoot)/\(stat.processID)/cmdline"))?.split(separator: "\0") ?? []
    return !TerminalWork.namesScript(arguments.dropFirst())
  }

  /// Whether these words of a shell's command line, behind its name, have it run something and end.
  static func namesScript(_ words: some Sequence<Substring>) -> Bool {
    var takesValue = false
    for word in words {
      if takesValue {
        takesValue = false
      } else if word == "--rcfile" || word == "--init-file" || word == "-o" || word == "+O" {
        takesValue = true
      } else if !word.hasPrefix("-") && !word.hasPrefix("+") {
        return true
      } else if !word.hasPrefix("--"), word.hasPrefix("-"), word.dropFirst().contains("c") {
        return true
      }
    }
    return false
  }

  /// What `/etc/shells` lists on the distributions that we know, and what people put there.
  private static let shells: Set<String> = [
    "ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "ksh93", "mksh", "nu", "pwsh", "rbash",
    "sh", "tcsh", "xonsh", "yash", "zsh",
  ]

  /// The terminals whose other end the process holds.
  private func terminals(shownBy processID: Int32) -> [String] {
    let folder = "\(procRoot)/\(processID)"
    return Files.names(in: folder + "/fd").compactMap { descriptor in
      guard Files.target(of: "\(folder)/fd/\(descriptor)")?.hasSuffix("ptmx") == true,
        let shown = try? Files.read("\(folder)/fdinfo/\(descriptor)")
      else { return nil }
      for line in shown.split(separator: "\n") where line.hasPrefix("tty-index:") {
        let number = line.dropFirst("tty-index:".count).filter(\.isNumber)
        return number.isEmpty ? nil : "pts/\(number)"
      }
      return nil
    }
  }
}
