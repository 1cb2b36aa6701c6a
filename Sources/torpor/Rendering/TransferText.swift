import TorporModel
import TorporText
import TorporWire

/// A transfer in words.
enum TransferText {
  /// What the transfer is called: its label, else the name of its file, else of its host.
  static func name(of row: TransferRow) -> String {
    if let label = row.label, !label.isEmpty { return Printable.line(label) }
    let path =
      row.detail.path ?? row.source ?? row.destination.flatMap { $0.endsWithSlash ? nil : $0 }
    if let path { return Printable.line(PathText.lastComponent(of: path)) }
    guard let text = row.url, let url = try? TransferURL(parsing: text) else {
      return "transfer \(row.status.transfer)"
    }
    return url.lastPathComponent.map { Printable.line(PercentDecoding.text(String($0))) }
      ?? url.host
  }

  /// How far it is, as far as that is known.
  static func progress(of row: TransferRow) -> TransferProgress {
    row.progress
      ?? TransferProgress(bytes: row.status.bytes, totalBytes: row.status.expectedBytes)
  }

  /// How long it will still take; `nil` where that cannot be known.
  static func timeLeft(_ progress: TransferProgress) -> Duration? {
    guard let total = progress.totalBytes, progress.bytesPerSecond > 0, total >= progress.bytes
    else { return nil }
    return .seconds((total - progress.bytes) / progress.bytesPerSecond)
  }

  /// "12 MiB of 40 MiB", or as much of it as is known.
  static func amount(_ progress: TransferProgress) -> String {
    let done = Quantities.text(ofBytes: progress.bytes)
    guard let total = progress.totalBytes, total > 0 else { return done }
    return "\(done) of \(Quantities.text(ofBytes: total))"
  }

  /// "41%"; `nil` where the whole is not known.
  static func percent(_ progress: TransferProgress) -> Int? {
    guard let total = progress.totalBytes, total > 0 else { return nil }
    return Int(min(100, Double(progress.bytes) / Double(total) * 100))
  }

  /// Where it stands, as what follows its name: "waits for a network".
  static func state(of row: TransferRow, _ clock: WallClock) -> String {
    let status = row.status
    switch status.state {
    case .running: return status.direction == .download ? "is downloading" : "is uploading"
    case .suspended: return "is paused"
    case .queued, .waiting: return waiting(row, clock)
    case .completed: return status.direction == .download ? "is complete" : "was sent"
    case .failed: return "has failed: \(cause(of: row))"
    case .cancelled: return "was cancelled" + (status.outcome?.cancellation.map(by) ?? "")
    }
  }

  /// What it waits for and until when.
  private static func waiting(_ row: TransferRow, _ clock: WallClock) -> String {
    let status = row.status
    if let challenge = row.detail.challenge,
      status.blockers.contains(where: { $0.reason == .awaitsAnswer })
    {
      return "waits for its app to answer \(Printable.line(challenge.host))"
    }
    // What ends by time alone is told by the time.
    let timed = status.blockers.filter { $0.until ?? .zero > clock.now }
    let gates = timed.filter { $0.reason.isMoment }
    let looks = timed.filter { $0.reason == .storage }
    let things = status.blockers.filter { !gates.contains($0) }.map { noun($0) }
    var parts = things.isEmpty ? [] : ["waits for \(things.joinedAsClause())"]
    if let until = gates.compactMap(\.until).max() {
      let verb = status.attempts > 0 ? "tries again" : "begins"
      parts.append("\(verb) at \(clock.name(of: until))")
    } else if let until = looks.compactMap(\.until).max() {
      parts.append("checks again at \(clock.name(of: until))")
    } else if let until = timed.compactMap(\.until).max() {
      // A wish that is given up in the end: it is no moment at which anything begins.
      parts[0] += ", until \(clock.name(of: until)) at most"
    }
    let text = parts.isEmpty ? "is about to begin" : parts.joined(separator: "; ")
    return text + (status.lastError == nil ? "" : " (\(cause(of: row)))")
  }

  /// What must come, as a noun; the kind of network that will do is named.
  private static func noun(_ condition: Condition) -> String {
    switch (condition.reason, condition.subject) {
    case (.network, "unmetered"): "an unmetered network"
    case (.network, "unconstrained"): "a network without Low Data Mode"
    default: NeedText().noun(condition)
    }
  }

  /// What went wrong, as a clause: what the service says of it, else what the error is.
  static func cause(of row: TransferRow) -> String {
    if let cause = row.detail.cause { return Printable.line(cause) }
    if row.status.outcome?.error == .httpStatus, let status = row.status.outcome?.status {
      return "the server answered \(status)"
    }
    return (row.status.outcome?.error ?? row.status.lastError ?? .unknown).clause
  }

  private static func by(_ cancellation: TransferCancellation) -> String {
    switch cancellation {
    case .userForceQuit: ", because its app was removed from the app switcher"
    case .backgroundUpdatesDisabled: ", because background updates are off"
    case .insufficientResources: ", because there was too little disk space or power"
    }
  }

  /// What is said once it is over: where the file is, or what was sent.
  static func result(of row: TransferRow) -> String {
    let size = Quantities.text(ofBytes: progress(of: row).bytes)
    let name = name(of: row)
    guard row.status.direction == .download else { return "Sent \(name) (\(size))." }
    let place = (row.detail.path ?? row.destination).map { " to \(Printable.line($0))" } ?? ""
    return "Saved \(name) (\(size))\(place)."
  }

  /// What is said when this program leaves transfers to themselves.
  static func parting(_ transfers: [TransferIdentifier]) -> String {
    guard transfers.count != 1 else {
      return "Transfer \(transfers[0]) continues in the background. Progress: `torpor transfers`. "
        + "Cancel: `torpor transfers cancel \(transfers[0])`"
    }
    return
      "\(transfers.count) transfers continue in the background. Progress: `torpor transfers`"
  }

  /// What is said of one that was taken from the list while it was waited for.
  static func forgotten(_ transfer: TransferIdentifier) -> String {
    "Transfer \(transfer) was removed from the list, so its result is unknown."
  }

  /// What is said of one that came to nothing: why, and what to do next.
  static func failure(of row: TransferRow, _ clock: WallClock) -> String {
    "\(name(of: row)) \(state(of: row, clock)). \(advice(on: row))"
  }

  /// What leads on: another attempt where one may end otherwise, else what is to be changed first.
  private static func advice(on row: TransferRow) -> String {
    let retry = "`torpor transfers retry \(row.status.transfer)`"
    let command = row.status.direction == .download ? "`torpor download`" : "`torpor upload`"
    switch row.status.outcome?.error {
    case .httpStatus:
      switch row.status.outcome?.status ?? 0 {
      case 401, 403, 407:
        return "Send the credentials that the server requires: \(command) with --header."
      case 404, 410: return "Check the URL, and start \(command) with the correct one."
      case 400..<500:
        return "Change the request in a new \(command); \(retry) sends the same one again."
      default: return "\(retry) starts it again."
      }
    case .userAuthenticationRequired:
      return "Give a name and a password with --header 'Authorization: …' in a new \(command)."
    case .digestMismatch:
      return "Compare the SHA-256 with the one that the publisher states, and start over with "
        + "\(command); \(retry) fetches the same URL for the same SHA-256."
    case .badURL, .unsupportedURL, .httpTooManyRedirects:
      return "Start \(command) with another URL."
    case .cannotCreateFile, .cannotWriteToFile, .cannotMoveFile, .fileDoesNotExist,
      .fileIsDirectory, .noPermissionsToReadFile:
      return "Fix that first; then \(retry) starts it again."
    case .serverCertificateHasBadDate, .serverCertificateUntrusted, .clientCertificateRequired:
      return "Check the server's certificate and this machine's clock; \(retry) starts it again."
    default: return "\(retry) starts it again."
    }
  }

  /// What is said of one that is to be paused, resumed or cancelled and has finished.
  static func finished(_ row: TransferRow) -> String {
    let transfer = row.status.transfer
    let next =
      row.status.state == .completed
      ? "Details: `torpor transfers show \(transfer)`. Remove it from the list: `torpor transfers remove "
        + "\(transfer)`"
      : "Start it again: `torpor transfers retry \(transfer)`"
    return "Transfer \(transfer) \(ending(of: row.status.state)). \(next)"
  }

  private static func ending(of state: TransferState) -> String {
    switch state {
    case .cancelled: "was cancelled"
    case .failed: "has failed"
    default: "has finished"
    }
  }

  /// What is said of one that is to begin again and is complete.
  static func complete(_ transfer: TransferIdentifier) -> String {
    "Transfer \(transfer) is complete, or its app decides about it, so it cannot be retried. "
      + "`torpor transfers show \(transfer)` says where its file is; `torpor download URL` fetches the "
      + "file again."
  }
}

extension Reason {
  /// Whether what waits for it begins by itself at a moment.
  fileprivate var isMoment: Bool {
    switch self {
    case .notBefore, .rateLimit, .retryInterval: true
    default: false
    }
  }
}

extension TransferState {
  var role: Style.Role {
    switch self {
    case .running: .good
    case .queued, .waiting, .suspended: .quiet
    case .completed: .plain
    case .failed: .bad
    case .cancelled: .faint
    }
  }
}
