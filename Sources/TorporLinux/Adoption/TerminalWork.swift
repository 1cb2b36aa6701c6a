internal import TorporCore
internal import TorporPosix

/// Work in the terminals of an emulator: a job of a shell would stop with the window that shows it.
///
/// `HazardScan` lets an emulator be frozen with the shells in its own group, since nobody outside waits for them. Of an
/// emulator that the desktop has started that is not enough: a build goes on behind a minimised window. A shell that
/// waits for its user is no work, whether it is in the group or, as with some emulators, in one of its own.
struct TerminalWork {
  let procRoot: String

  /// A hazard for each terminal that one of the processes shows, and in which more than a waiting shell is.
  func hazards(in members: [Int32]) -> [Hazard] {
    let shown = Set(members.flatMap(terminals(shownBy:)))
    guard !shown.isEmpty else { return [] }
    var busy: Set<String> = []
    for name in Files.names(in: procRoot) {
      guard let processID = Int32(name),
        let stat = ProcessStat(of: processID, procRoot: procRoot), stat.terminal != 0,
        !stat.hasEnded
      else { continue }
      let terminal = HazardScan.terminalName(ofDevice: stat.terminal)
      // The leader of the session is mostly a shell; whatever it has started there is a job of it.
      let isShell = stat.session == stat.processID && TerminalWork.shells.contains(stat.name)
      if shown.contains(terminal), !isShell { busy.insert(terminal) }
    }
    return busy.sorted().map { .controllingTerminal(name: $0) }
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
