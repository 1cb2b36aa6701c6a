internal import TorporAppModel
internal import TorporAppWire
internal import TorporPosix

/// Why a request of the app failed.
///
/// `description` says what failed, why, and what to do; programs check `code`:
///
/// ```swift
/// do {
///   try await application.locationManager.startUpdatingLocation()
/// } catch {
///   if error.code == .locationDenied { showMapOnly() }
/// }
/// ```
public struct TorporError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of an error.
  ///
  /// The meaning of a name never changes; later versions may add names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The cause's name.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing listens on the system's socket; `subject` is its path.
    public static let systemUnavailable = Code(rawValue: "systemUnavailable")
    /// The system does not recognise this process as an app; `subject` is the socket's path.
    public static let notAnApp = Code(rawValue: "notAnApp")
    /// The process that listens on the socket does not follow the system's protocol.
    public static let notUnderstood = Code(rawValue: "notUnderstood")
    /// The system refused the request for a reason that has no code; `subject` is the subject of the request.
    public static let refused = Code(rawValue: "refused")
    /// The application was stopped while the request waited.
    public static let stopped = Code(rawValue: "stopped")
    /// A transfer could not be sent with these properties; `subject` is its URL.
    public static let invalidTransfer = Code(rawValue: "invalidTransfer")
    /// The configuration of a background session is invalid; `subject` is its identifier.
    public static let invalidSession = Code(rawValue: "invalidSession")
    /// The process has no container (`TORPOR_CONTAINER`), so nothing can be saved.
    public static let noContainer = Code(rawValue: "noContainer")
    /// The saved state could not be read; `subject` is its path.
    public static let stateUnreadable = Code(rawValue: "stateUnreadable")
    /// The state could not be saved; `subject` is its path.
    public static let stateNotSaved = Code(rawValue: "stateNotSaved")
  }

  /// The cause.
  public let code: Code
  /// Apple's code for the cause, if there is one.
  public let appleCode: AppleErrorCode?
  /// The subject of the error: a path, a task, a name.
  public let subject: String
  /// The kernel's error, if there was one.
  public let errno: Int32?
  /// The other side's message, if there is one.
  private let cause: String?
  /// Whether `cause` is the complete message.
  private let isRefusal: Bool

  init(
    _ code: Code,
    subject: String,
    errno: Int32? = nil,
    cause: String? = nil,
    appleCode: AppleErrorCode? = nil,
    isRefusal: Bool = false
  ) {
    self.code = code
    self.appleCode = appleCode
    self.isRefusal = isRefusal
    self.subject = subject
    self.errno = errno
    self.cause = cause
  }

  /// What failed, why, and what to do next.
  public var description: String {
    if isRefusal, let cause { return cause }
    return switch code {
    case .systemUnavailable:
      "Nothing answers at '\(subject)'\(reason). Start the daemon with "
        + "\(DaemonStart().command(forSocket: subject)), or set TORPOR_SOCKET to the path of its socket."
    case .notAnApp:
      "The system at '\(subject)' does not take this process for an app. Start it with `torpor "
        + "launch`, or with `torpor run` in front of the command."
    case .notUnderstood:
      "What listens at '\(subject)' does not speak as Torpor does\(reason). Check TORPOR_SOCKET, and "
        + "that app and daemon are of matching versions."
    case .refused: cause ?? "The system refused '\(subject)'. `torpor log` may say why."
    case .stopped:
      "The application was stopped before '\(subject)' was answered. Ask again in the next run."
    case .invalidTransfer:
      "The transfer of '\(subject)' was not started. " + (cause ?? "Correct it.")
    case .invalidSession:
      "There can be no background session '\(subject)': an identifier has 1 to 255 bytes in one line, "
        + "time-outs are longer than 0, and 1 to 16 connections go to one host. Correct its "
        + "configuration."
    case .noContainer:
      "This process has no container to save its state in: TORPOR_CONTAINER is not set. Install the "
        + "app with `torpor install` and start it with `torpor launch`."
    case .stateUnreadable:
      "The saved state in '\(subject)' cannot be read\(reason). Remove the file to begin afresh."
    case .stateNotSaved:
      "The state could not be saved in '\(subject)'\(reason). What was saved before is still there. "
        + "Check the room on the disk and the rights of the folder."
    default: "'\(subject)' failed (\(code.rawValue))\(reason)."
    }
  }

  private var reason: String {
    if let cause { return ": " + cause }
    return errno.map { ": " + SystemError.text(of: $0) } ?? ""
  }
}

extension TorporError {
  init(_ code: Code, _ error: SystemError, subject: String) {
    self.init(code, subject: subject, errno: error.code)
  }

  /// Makes an error from an error reply of the system.
  init(_ error: WireError, subject: String) {
    switch error {
    case .permissionDenied: self.init(.notAnApp, subject: subject)
    case .refused(let refusal):
      self.init(
        Code(refusal),
        subject: subject,
        cause: error.sentence,
        appleCode: AppleErrorCode(refusal),
        isRefusal: true
      )
    case .storageFailed:
      self.init(.notSaved, subject: subject, cause: error.sentence, isRefusal: true)
    case .unknownLaunch, .broadcastsFailed:
      self.init(.refused, subject: subject, cause: error.sentence, isRefusal: true)
    case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter,
      .expectedMore, .limitExceeded, .malformedMessage, .callInProgress, .bridgeReplaced,
      .other:
      self.init(.notUnderstood, subject: subject, cause: error.name)
    }
  }
}

extension SystemError {
  /// Whether the error only means that nothing exists: `ENOENT`.
  var isAbsence: Bool { code == 2 }
}
