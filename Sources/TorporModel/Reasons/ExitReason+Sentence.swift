extension ExitReason {
  /// Returns how the process ended, with the name of its app: "killed sync (0x2182bad2)".
  package func done(to subject: String) -> String {
    switch self {
    case .code(let code): "killed \(subject) (\(code.text))"
    case .crash(let signal) where LinuxNames.isOfCrash(signal):
      "\(subject) crashed with \(LinuxNames.signal(signal))"
    case .crash(let signal): "\(subject) was ended by \(LinuxNames.signal(signal))"
    case .exit(let status): "\(subject) ended with status \(status)"
    case .killedExternally:
      "\(subject) was ended by SIGKILL, sent by itself, by another process, or by the kernel (out of memory)"
    case .jetsam: "killed \(subject)"
    case .outOfMemory: "the kernel killed \(subject), because memory had run out"
    case .forceQuit: "quit \(subject)"
    case .jobEnded: "ended \(subject)"
    case .exitsOnSuspend: "ended \(subject)"
    case .uninstall: "ended \(subject)"
    case .update: "ended \(subject) for its new version"
    case .reboot: "\(subject) ended with the machine"
    case .logout: "ended \(subject)"
    case .released: "released \(subject), which keeps running"
    case .notStarted(let errno):
      "could not start \(subject) (\(LinuxNames.error(errno)))"
    case .notInFolder(let path, let errno):
      "could not start \(subject), because its working directory \(path) cannot be entered "
        + "(\(LinuxNames.error(errno)))"
    case .unseen: "\(subject) ended; its exit status is unknown"
    }
  }

  /// How the process ended, as a few words for a cell of a table.
  package var label: String {
    switch self {
    case .code(let code): "killed (\(code.text))"
    case .crash(let signal) where LinuxNames.isOfCrash(signal):
      "crashed (\(LinuxNames.signal(signal)))"
    case .crash(let signal): "ended (\(LinuxNames.signal(signal)))"
    case .exit(let status): "ended (\(status))"
    case .killedExternally: "killed from outside"
    case .jetsam: "killed for memory"
    case .outOfMemory: "killed by the kernel (out of memory)"
    case .forceQuit: "quit"
    case .jobEnded: "ended as a job"
    case .exitsOnSuspend: "ended on suspend"
    case .uninstall: "removed"
    case .update: "replaced"
    case .reboot: "machine restarted"
    case .logout: "ended at logout"
    case .released: "released"
    case .notStarted(let errno): "not started (\(LinuxNames.error(errno)))"
    case .notInFolder: "not started (working directory)"
    case .unseen: "ended unseen"
    }
  }
}

/// The kernel's numbers with their names, for x86-64 and arm64, which agree on all of these.
package enum LinuxNames {
  /// Returns the name of a signal: "SIGSEGV", or "signal 40" for one without a name.
  package static func signal(_ number: Int32) -> String {
    guard signals.indices.contains(Int(number)), number > 0 else { return "signal \(number)" }
    return "SIG" + signals[Int(number)]
  }

  /// Returns whether the kernel sends the signal for a mistake of the program: SIGILL, SIGTRAP,
  /// SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ and SIGSYS, those of signal(7) that leave a
  /// core file, except SIGQUIT, which a key sends.
  package static func isOfCrash(_ signal: Int32) -> Bool {
    [4, 5, 6, 7, 8, 11, 24, 25, 31].contains(signal)
  }

  /// The signals of signal(7), in the order of their numbers; 0 is not a signal.
  private static let signals = [
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU",
    "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
  ]

  /// Returns the errors of `execve` and `clone` in words; another number as it is.
  package static func error(_ number: Int32) -> String {
    switch number {
    case 1: "not permitted"
    case 2: "no such file"
    case 7: "too many arguments"
    case 8: "not a program that this machine can run"
    case 11: "too many processes"
    case 12: "not enough memory"
    case 13: "permission denied"
    case 20: "a part of the path is not a folder"
    case 21: "it is a folder"
    case 23, 24: "too many open files"
    case 26: "the file is being written"
    case 36: "the name is too long"
    case 40: "too many symbolic links"
    default: "errno \(number)"
    }
  }
}
