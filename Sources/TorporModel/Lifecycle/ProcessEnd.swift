/// Why a process of an app ended.
@usableFromInline package enum ExitReason: Hashable, Sendable, Saved {
  /// The system ended it for breaking a rule.
  case code(TerminationCode)
  /// It died of a signal that it caused itself.
  case crash(signal: Int32)
  /// It returned from `main` or called `exit`.
  case exit(status: Int32)
  /// Something outside the system sent SIGKILL.
  case killedExternally
  /// Its memory was needed.
  case jetsam
  /// The kernel ended it, because memory had run out.
  case outOfMemory
  /// The user removed it from the app switcher.
  case forceQuit
  /// It was the run of a job: its time ran out, a condition was lost, or its owner cancelled it.
  case jobEnded
  /// `UIApplicationExitsOnSuspend`.
  case exitsOnSuspend
  /// The app was removed from the device.
  case uninstall
  /// A new version of the app replaced it.
  case update
  /// The device restarted, or stops.
  case reboot
  /// Its user has logged out.
  case logout
  /// It was adopted from the desktop and has been released to it; it continues to run.
  case released
  /// It could not be started; `errno` says why.
  case notStarted(errno: Int32)
  /// It could not be started, because its working directory cannot be entered.
  case notInFolder(path: String, errno: Int32)
  /// It ended while no daemon was running.
  case unseen

  /// The reason's name in scenarios and JSON: the code in hex, or the case's name.
  @usableFromInline package var name: String {
    switch self {
    case .code(let code): code.text
    case .crash: "crash"
    case .exit: "exit"
    case .killedExternally: "killedExternally"
    case .jetsam: "jetsam"
    case .outOfMemory: "outOfMemory"
    case .forceQuit: "forceQuit"
    case .jobEnded: "jobEnded"
    case .exitsOnSuspend: "exitsOnSuspend"
    case .uninstall: "uninstall"
    case .update: "update"
    case .reboot: "reboot"
    case .logout: "logout"
    case .released: "released"
    case .notStarted, .notInFolder: "notStarted"
    case .unseen: "unseen"
    }
  }

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case code, crash, exit, exitsOnSuspend, forceQuit, jetsam, jobEnded
    case killedExternally = "killedFromOutside"
    case logout, notInFolder, notStarted, outOfMemory, reboot, released, uninstall, unseen, update
  }
}

/// How a process ended, as reported by the kernel.
@usableFromInline package enum ExitStatus: Hashable, Sendable, Saved {
  case exited(status: Int32)
  case signalled(signal: Int32)
  /// The kernel ended it with SIGKILL, because memory had run out (`oom_kill` of its group).
  case outOfMemory
  /// It was gone when the daemon looked; its exit status is unknown.
  case unknown
  /// It never ran.
  case notStarted(errno: Int32)
  /// It never ran, because its working directory cannot be entered.
  case notInFolder(path: String, errno: Int32)
}

/// The codes with which the system ends an app (`ios-semantics` 1.5; Apple, "SIGKILL codes").
@usableFromInline package enum TerminationCode: UInt32, Hashable, Sendable, Saved, CaseIterable {
  /// A launch, resume or suspend took too long; before iOS 13 also an overrun background task.
  case watchdog = 0x8bad_f00d
  /// A background task was not ended in time (iOS 13 on).
  case backgroundTaskOverrun = 0x2182_bad2
  /// The events of a background URL session were not completed in time.
  case transferEventsOverrun = 0x2182_bad3
  /// A background fetch or a push was not completed in time.
  case fetchOverrun = 0x2182_bad4
  /// Suspended while it held a lock on a shared file.
  case fileLock = 0xdead_10cc
  case thermal = 0xc000_10ff
  /// A VoIP push was not reported as a call.
  case unreportedCall = 0xbaad_ca11
  case voipResumedTooOften = 0xbad2_2222
  /// Killed so that its caches could be deleted.
  case diskSpace = 0xbadd_d15c
  /// Too much of a key resource: processor time in the background, the GPU in the background.
  case excessiveResources = 0xd00d_2bad
  /// More than 1000 background tasks at once.
  case tooManyTasks = 0xbada_5e47

  /// The code in hex, as in crash reports: `0x8badf00d`.
  @inlinable package var text: String {
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
