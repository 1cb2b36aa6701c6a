internal import CTorporPosix

/// What the process that made a terminal and the leader of its session say to each other.
package enum TerminalMessage: Hashable, Sendable {
  /// A signal for the executable alone.
  case signal(Int32)
  /// A signal for all in the terminal's foreground, as a key of the terminal sends it.
  case signalForeground(Int32)
  /// The terminal is in front of its user, and the executable's.
  case front
  /// The terminal is in front of its user, and the executable has not asked for it yet.
  case beside
  /// The terminal is not in front of its user.
  case back
  /// What is stopped goes on.
  case resume
  /// From the leader: the executable was stopped by a signal.
  case stopped(signal: Int32)
  /// From the leader: the executable ended.
  case ended(ProcessHandle.End)

  init?(_ message: torpor_terminal_message) {
    let number = message.number
    switch UInt32(message.kind) {
    case torpor_terminal_signal.rawValue: self = .signal(number)
    case torpor_terminal_signal_foreground.rawValue: self = .signalForeground(number)
    case torpor_terminal_front.rawValue: self = .front
    case torpor_terminal_beside.rawValue: self = .beside
    case torpor_terminal_back.rawValue: self = .back
    case torpor_terminal_continue.rawValue: self = .resume
    case torpor_terminal_stopped.rawValue: self = .stopped(signal: number)
    case torpor_terminal_exited.rawValue: self = .ended(.exited(status: number))
    case torpor_terminal_signalled.rawValue: self = .ended(.signalled(signal: number))
    default: return nil
    }
  }

  var parts: torpor_terminal_message {
    func parts(_ kind: torpor_terminal_message_kind, _ number: Int32 = 0) -> torpor_terminal_message
    {
      torpor_terminal_message(kind: Int32(kind.rawValue), number: number)
    }
    return switch self {
    case .signal(let number): parts(torpor_terminal_signal, number)
    case .signalForeground(let number): parts(torpor_terminal_signal_foreground, number)
    case .front: parts(torpor_terminal_front)
    case .beside: parts(torpor_terminal_beside)
    case .back: parts(torpor_terminal_back)
    case .resume: parts(torpor_terminal_continue)
    case .stopped(let signal): parts(torpor_terminal_stopped, signal)
    case .ended(.exited(let status)): parts(torpor_terminal_exited, status)
    case .ended(.signalled(let signal)): parts(torpor_terminal_signalled, signal)
    }
  }
}
