import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

/// The transfer service of the device: bytes that servers of the test send and take, in virtual time.
///
/// What is transferred, when and how often is the policy's; the test is asked what a server answers to each request.
/// A transfer takes as long as its bytes at the speed of the answer, and no bytes move: the file is there at the end.
final class ServedTransfers: TransferPort {
  // Shape: one method for each requirement of TransferPort, and one for each way in which an attempt changes.
  weak var sink: (any HostEventSink)?
  /// Tells the app how far its transfers are.
  var progressed: ([TransferServiceProgress]) -> Void = { _ in }
  let clock: VirtualClock
  let orders: Orders
  var attempts: [TransferIdentifier: ServedAttempt] = [:]
  /// What is there of transfers for which no attempt runs, and how much it is of.
  var parts: [TransferIdentifier: (bytes: Int64, totalBytes: Int64)] = [:]
  /// Where received files lie that nobody has taken yet.
  private var files: [TransferIdentifier: String] = [:]
  /// What the app has said to a challenge: a name and a password, or that it has none.
  private var credentials: [TransferIdentifier: TransferPassword?] = [:]
  private var network = NetworkLink.wifi

  init(clock: VirtualClock, orders: Orders) {
    self.clock = clock
    self.orders = orders
  }

  // MARK: Orders

  func start(_ parcels: [TransferParcel]) {
    for parcel in parcels {
      keepPart(of: parcel.order.transfer)
      attempts[parcel.order.transfer] = ServedAttempt(parcel)
    }
    connect()
  }

  func stop(_ transfer: TransferIdentifier, of owner: RecipeOwner, discards: Bool) {
    if let attempt = attempts[transfer], attempt.phase == .moving {
      post(attempt.report(discards ? .moved : .stopped, at: clock.now()))
    }
    keepPart(of: transfer)
    if discards { forget(transfer, removesFile: true) }
    connect()
  }

  func withdraw(_ transfer: TransferIdentifier, of owner: RecipeOwner, attempt: UInt32) {
    guard let waiting = attempts[transfer], waiting.order.attempt == attempt,
      waiting.phase == .waiting
    else { return }
    attempts[transfer] = nil
    post(waiting.report(.withdrawn, at: clock.now()))
  }

  func forget(_ transfer: TransferIdentifier, of owner: RecipeOwner, removesFile: Bool) {
    forget(transfer, removesFile: removesFile)
  }

  private func forget(_ transfer: TransferIdentifier, removesFile: Bool) {
    credentials[transfer] = nil
    let file = files.removeValue(forKey: transfer)
    guard removesFile else { return }
    parts[transfer] = nil
    if let file { ReceivedFile.remove(file) }
  }

  func useCredential(_ credential: TransferPassword?, for transfer: TransferIdentifier) {
    credentials[transfer] = .some(credential)
  }

  func progress(of transfer: TransferIdentifier) -> TransferProgress? {
    attempts[transfer].flatMap { $0.phase == .moving ? $0.progress(at: clock.now()) : nil }
  }

  func waitsForConnection(_ transfer: TransferIdentifier) -> Bool {
    attempts[transfer]?.phase == .waiting
  }

  // MARK: The world around it

  /// The traffic goes another way from now on, or none: connections break only with the last one (our choice).
  func setNetwork(_ link: NetworkLink) {
    let now = clock.now()
    network = link
    guard link != .none else {
      for transfer in attempts.keys.sorted() where attempts[transfer]?.phase != .waiting {
        fail(transfer, .networkConnectionLost, "the device has lost its network")
      }
      return
    }
    for transfer in attempts.keys.sorted()
    where attempts[transfer]?.phase == .moving && attempts[transfer]?.answer.bytesPerSecond == nil {
      attempts[transfer]?.change(bytesPerSecond: speed, at: now)
      schedule(transfer)
    }
  }

  /// What a network carries where a server says nothing else: 10 MB/s, and 2 MB/s over a cellular one (our choice).
  private var speed: Int64 { network == .cellular ? 2_000_000 : 10_000_000 }

  // MARK: Asking

  /// Asks the servers that can be asked, in the order of the transfers.
  private func connect() {
    for transfer in attempts.keys.sorted() {
      guard let attempt = attempts[transfer], attempt.phase == .waiting else { continue }
      let others = attempts.values.count {
        $0.phase != .waiting && $0.host == attempt.host
      }
      if others < attempt.order.connectionsPerHostMax { ask(transfer) }
    }
  }

  private func ask(_ transfer: TransferIdentifier) {
    guard var attempt = attempts[transfer] else { return }
    guard network != .none else {
      return fail(transfer, .notConnectedToInternet, "there is no network")
    }
    if let source = attempt.content.source {
      guard let size = ReceivedFile.size(source.shown) else {
        return fail(transfer, .fileDoesNotExist, "there is no file \(source.shown)")
      }
      attempt.totalBytes = size
    }
    attempt.phase = .asked
    attempts[transfer] = attempt
    orders.post(request(attempt))
  }

  private func request(_ attempt: ServedAttempt) -> String {
    let content = attempt.content
    let transfer = attempt.order.transfer
    let headers = content.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    var words = [
      "request", "\(transfer)", "\(attempt.order.attempt)",
      "method=\(content.method ?? (content.source == nil ? "GET" : "PUT"))",
      "url=\(HexText.word(content.url))", "headers=\(HexText.word(headers))",
      "from=\(kept(by: attempt)?.bytes ?? 0)",
    ]
    if let source = content.source { words.append("file=\(HexText.word(source.shown))") }
    if case .some(.some(let password)) = credentials[transfer] {
      words.append("user=\(HexText.word(password.user))")
      words.append("password=\(HexText.word(password.password))")
    }
    return words.joined(separator: " ")
  }

  /// What an earlier attempt has left, or the transfer that this one continues.
  private func kept(by attempt: ServedAttempt) -> (bytes: Int64, totalBytes: Int64)? {
    // An upload begins at the first byte: the real service continues one by protocols that are not simulated.
    guard attempt.order.direction == .download, attempt.order.beginsAnew != true else { return nil }
    return parts[attempt.order.transfer] ?? attempt.order.resumes.flatMap { parts[$0] }
  }

  /// The test has said what the server answers; nothing where the attempt was stopped meanwhile.
  func take(_ answer: ServerAnswer, for transfer: TransferIdentifier, attempt number: UInt32) {
    guard var attempt = attempts[transfer], attempt.order.attempt == number,
      attempt.phase == .asked
    else { return }
    attempt.answer = answer
    if attempt.order.direction == .download { attempt.totalBytes = answer.bytes }
    let part = kept(by: attempt)
    // A file of another length is another file.
    let isSame = answer.continues && part?.totalBytes == attempt.totalBytes
    attempt.move(
      from: isSame ? part?.bytes ?? 0 : 0,
      at: clock.now(),
      bytesPerSecond: answer.bytesPerSecond ?? speed
    )
    attempts[transfer] = attempt
    if attempt.keptBytes > 0 { tellProgress(transfer, resumedAt: attempt.keptBytes) }
    schedule(transfer)
  }

  // MARK: Moving

  /// Has the next thing happen: the app is told how far it is, or the attempt ends.
  private func schedule(_ transfer: TransferIdentifier) {
    guard let attempt = attempts[transfer] else { return }
    let (now, end) = (clock.now(), attempt.ends)
    let step = now + Self.step(of: attempt.endsMoving.map { $0 - now } ?? .zero)
    let isEnd = step >= min(attempt.endsMoving ?? end, end)
    let number = attempt.order.attempt
    attempt.scheduled?.cancel()
    attempts[transfer]?.scheduled = clock.schedule(at: isEnd ? end : step) { [unowned self] in
      guard attempts[transfer]?.order.attempt == number else { return }
      guard !isEnd else { return self.end(transfer) }
      tellProgress(transfer)
      schedule(transfer)
    }
  }

  /// How often it is told: twice a second as by the service of the daemon, and of a long transfer less often: it goes
  /// in hundredths of what is left (our choice).
  private static func step(of length: Duration) -> Duration {
    max(.milliseconds(500), .nanoseconds(length.nanoseconds / 100))
  }

  private func tellProgress(_ transfer: TransferIdentifier, resumedAt: Int64? = nil) {
    guard let attempt = attempts[transfer] else { return }
    let progress = attempt.progress(at: clock.now())
    if attempt.order.tellsProgress == true, !attempt.hasToldProgress,
      progress.bytes > attempt.keptBytes
    {
      attempts[transfer]?.hasToldProgress = true
      post(attempt.report(.progressed, at: clock.now()))
    }
    progressed([
      TransferServiceProgress(transfer: transfer, progress: progress, resumedAt: resumedAt)
    ])
  }

  // MARK: The end

  private func end(_ transfer: TransferIdentifier) {
    guard let attempt = attempts[transfer] else { return }
    let (answer, place) = (attempt.answer, attempt.host)
    let isCut = attempt.bytes(at: clock.now()) < attempt.totalBytes
    let amount = "\(attempt.bytes(at: clock.now())) of \(attempt.totalBytes) bytes"
    let isSuccess = (200..<300).contains(answer.status)
    let seconds = attempt.order.requestTimeout.nanoseconds / 1_000_000_000
    let silence = "nothing came from \(place) for \(seconds) s"
    guard !attempt.isTooLate else { return fail(transfer, .timedOut, silence) }
    switch answer.end {
    case .unreachable: fail(transfer, .cannotConnectToHost, "no connection to \(place)")
    case .unknownHost:
      fail(transfer, .cannotFindHost, "the test has no server of the name \(place)")
    case .lost where isCut:
      fail(transfer, .networkConnectionLost, "the server closed after \(amount)")
    case .stalls where isCut: fail(transfer, .timedOut, silence)
    // Without speed nothing comes.
    case .whole where isCut && isSuccess: fail(transfer, .timedOut, silence)
    case .whole, .lost, .stalls: finish(transfer, attempt)
    }
  }

  private func finish(_ transfer: TransferIdentifier, _ attempt: ServedAttempt) {
    let (answer, place) = (attempt.answer, attempt.host)
    switch answer.status {
    case 200..<300: succeed(transfer, attempt)
    case 401 where credentials[transfer] != .some(nil): challenge(transfer, attempt)
    case 400...: fail(transfer, .httpStatus, "\(place) answered \(answer.status)")
    default:
      fail(
        transfer,
        .badServerResponse,
        "\(place) answered \(answer.status), which is not a success"
      )
    }
  }

  private func succeed(_ transfer: TransferIdentifier, _ attempt: ServedAttempt) {
    var detail = TransferDetail(finalURL: attempt.content.url, mimeType: attempt.answer.mimeType)
    if let destination = attempt.content.destination {
      let path = destination.file.shown
      guard ReceivedFile.make(path, of: attempt.answer) else {
        return fail(transfer, .cannotCreateFile, "\(path) cannot be written")
      }
      files[transfer] = path
      detail.path = path
    } else {
      orders.post("received \(transfer) \(attempt.order.attempt)")
    }
    tellProgress(transfer)
    close(transfer, .finished(status: attempt.answer.status), detail)
  }

  /// The server wants to know who asks; a name and a password that were given are not good enough.
  private func challenge(_ transfer: TransferIdentifier, _ attempt: ServedAttempt) {
    credentials[transfer] = nil
    let challenge = TransferChallenge(
      host: attempt.host,
      scheme: "Basic",
      realm: attempt.answer.realm
    )
    let cause = "\(attempt.host) asks for a name and a password"
    close(transfer, .challenged, TransferDetail(cause: cause, challenge: challenge))
  }

  private func fail(_ transfer: TransferIdentifier, _ error: TransferError, _ cause: String) {
    let answer = attempts[transfer]?.answer
    let isStatus = error == .httpStatus || error == .badServerResponse
    close(
      transfer,
      .failed(
        error,
        status: isStatus ? answer?.status ?? 0 : 0,
        retryAfter: error == .httpStatus ? answer?.retryAfter : nil
      ),
      TransferDetail(cause: cause)
    )
  }

  /// The attempt is over; its connection is another one's.
  private func close(
    _ transfer: TransferIdentifier,
    _ event: TransferEvent,
    _ detail: TransferDetail
  ) {
    guard let attempt = attempts[transfer] else { return }
    let report = attempt.report(event, at: clock.now())
    keepPart(of: transfer)
    if event.isFinal { parts[transfer] = nil }
    sink?.post(.transfers([report], details: [transfer: detail]))
    connect()
  }

  private func keepPart(of transfer: TransferIdentifier) {
    guard let attempt = attempts.removeValue(forKey: transfer) else { return }
    attempt.scheduled?.cancel()
    guard attempt.phase == .moving else { return }
    parts[transfer] = (attempt.bytes(at: clock.now()), attempt.totalBytes)
  }

  private func post(_ report: TransferReport) {
    sink?.post(.transfers([report], details: [:]))
  }
}
