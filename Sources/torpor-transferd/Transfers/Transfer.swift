import CCurl
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// Receives the events of a transfer.
protocol TransferHost: AnyObject {
  /// The transfer no longer has a request, and there is no result that ends it.
  func becameQuiet(_ transfer: Transfer)
  /// The header of a response was received; `isMultiplexed`: over a connection that others can share.
  func answered(_ transfer: Transfer, isMultiplexed: Bool)
  /// The transfer has ended; it must not be called again.
  func ended(_ transfer: Transfer, _ result: TransferServiceResult)
}

/// The environment of every transfer.
struct TransferTools {
  let multi: CurlMulti
  let record: Record
  let sync: SyncThread
  unowned let host: any TransferHost
}

/// One transfer that has begun: one request after the other, until there is a result.
///
/// It contains the common part of downloads and uploads: the request and its options, the header of the response,
/// challenges, failures. The subclasses own the file and the record's row.
class Transfer: HandleOwner {
  // Shape: the common part of downloads and uploads; each of them adds its own part.
  /// The state of a transfer.
  enum Phase {
    /// A request is in progress.
    case requesting
    /// The body is complete; the sync thread has the file.
    case finishing
    /// A name and a password are requested.
    case challenged(TransferChallenge)
    case over
  }

  var start: TransferStart
  let tools: TransferTools
  let address: Address
  var phase = Phase.requesting
  /// The header of the response, or of the last of several.
  private(set) var head = ResponseHead()
  /// The failure that our own side found during a request.
  var failure: TransferFailure?
  /// The number of bytes of bodies transferred over the network in this attempt.
  var movedBytes: Int64 = 0
  private(set) var handle: CurlHandle?
  private var silence = Silence()
  /// The time for which the request has kept its place with almost no progress.
  private var idleness = Idleness()
  private var headLineCount: Int64 = 0
  private var headBytes = 0
  private var credential: (challenge: TransferChallenge, user: String, password: String)?
  /// The number of answers to a challenge that the server has refused.
  private var refusedAnswerCount = 0
  /// The state of the network for the connection.
  private var way = Way.kept
  /// Whether the next request needs its own connection.
  var needsFreshConnection = false
  /// Whether HTTP/1.1 is used because a connection over HTTP/2 has ended before any response.
  private var speaksHTTP1 = false
  private var refusesChallenges = false

  /// The maximum number of bytes of an error's body that are read, so that its connection can be reused: 64 KiB.
  ///
  /// Our choice: this takes less time than a new connection over TLS.
  static let refusedBytesMax = 64 << 10
  /// Our user agent unless a header sets another one.
  static let userAgent = "torpor/0.1.0"

  init(_ start: TransferStart, address: Address, tools: TransferTools) {
    self.start = start
    self.address = address
    self.tools = tools
  }

  // MARK: Implemented by subclasses

  /// Begins, or continues after an answer to a challenge.
  func begin() { preconditionFailure("a transfer goes one way or the other") }
  /// Handles a complete header of a response; others may follow it.
  func headEnded() {}
  /// Handles the end of a request that our own side did not cause.
  func requestEnded(_ code: CURLcode) {}
  /// Handles a piece of the response's body; throws to cancel the request.
  func take(body: UnsafeRawBufferPointer) throws(TransferFailure) {}
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int? { nil }
  func rewind(to offset: Int64) -> Bool { false }
  /// Handles a result of the sync thread for this transfer.
  func take(_ result: SyncResult) {}
  /// Removes the received data and the row; the transfer has ended.
  func discard() {}
  /// The number of bytes in the file, or sent from it, and the total.
  var moved: (bytes: Int64, totalBytes: Int64?) { (0, nil) }
  /// Records the progress of the transfer, and returns by how much it exceeds its previous maximum.
  func takeNewBytes() -> Int64 { 0 }
  /// Whether little is lost if the request yields its place, to be repeated later.
  var mayGiveWay: Bool { !isSent }
  /// The factor by which it may keep an unused place longer than others.
  var patience: Int { 1 }
  /// The offset at which this attempt continued an earlier one.
  var resumedAt: Int64? { nil }
  /// Called twice a second while requests are in progress.
  func tick(nowNanoseconds: Int64) {}

  // MARK: Requests

  /// Sends one request; `requestEnded` or `fail` follows.
  func request(
    _ url: String,
    headers: [String],
    configure: (CurlHandle) -> Void
  ) {
    releaseHandle()
    guard let handle = tools.multi.makeHandle() else {
      return fail(TransferFailure(.unknown, "there is no memory for a request"))
    }
    self.handle = handle
    head = ResponseHead()
    headBytes = 0
    failure = nil
    phase = .requesting
    way = .kept
    if needsFreshConnection || speaksHTTP1 { handle.set(CURLOPT_FRESH_CONNECT, 1) }
    if speaksHTTP1 { handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)) }
    needsFreshConnection = false
    handle.set(CURLOPT_URL, url)
    let isElsewhere = url != start.content.url && (try? Address(url))?.origin != address.origin
    handle.setHeaders(
      RequestHeaders.lines(headers, for: start.content.headers, isElsewhere: isElsewhere)
    )
    handle.setConnecting(seconds: silenceSeconds)
    silence = Silence()
    if let credential, !isElsewhere || credential.challenge.isProxy {
      let isProxy = credential.challenge.isProxy
      let bits = Challenge.authentication(for: credential.challenge) ?? 0
      handle.set(isProxy ? CURLOPT_PROXYUSERNAME : CURLOPT_USERNAME, credential.user)
      handle.set(isProxy ? CURLOPT_PROXYPASSWORD : CURLOPT_PASSWORD, credential.password)
      handle.set(isProxy ? CURLOPT_PROXYAUTH : CURLOPT_HTTPAUTH, bits)
    }
    configure(handle)
    handle.owner = self
    handle.whenDone = { [unowned self] code in settle(code) }
    tools.multi.add(handle)
  }

  /// Stops transferring bytes; existing data is kept.
  func stop() {
    releaseHandle()
    phase = .over
  }

  /// Whether the request was sent, and whether on a connection that had served others.
  var isSent: Bool { handle?.isSent ?? false }
  var isOnUsedConnection: Bool { handle?.isOnUsedConnection ?? false }

  /// Releases the request and its place in curl.
  func releaseHandle() {
    guard let handle else { return }
    self.handle = nil
    tools.multi.remove(handle)
  }

  func received(headLine: UnsafeRawBufferPointer) {
    headLineCount += 1
    headBytes += headLine.count
    head.append(line: headLine)
    if head.isWhole { tools.host.answered(self, isMultiplexed: head.isMultiplexed) }
    if head.isWhole { headEnded() }
  }

  func received(body: UnsafeRawBufferPointer) -> Bool {
    movedBytes += Int64(body.count)
    do throws(TransferFailure) {
      try take(body: body)
      return true
    } catch {
      failure = error
      return false
    }
  }

  private func settle(_ code: CURLcode) {
    if let failure { return fail(failure) }
    if way.explains(code) {
      way = .cut
      return fail(
        TransferFailure(
          .networkConnectionLost,
          "the network leads to \(address.place) another way now"
        )
      )
    }
    if let challenge = openChallenge() {
      guard !refusesChallenges else { return failByStatus() }
      return end(challenge: challenge)
    }
    if isRefusalOfHTTP2(code) { return repeatOverHTTP1() }
    requestEnded(code)
  }

  /// Returns whether the server may require HTTP/1.1 for this request (`HTTP_1_1_REQUIRED`; RFC 9113, 7).
  ///
  /// If the server resets only the stream, curl repeats the request itself; with a body, this must be prevented. If it
  /// ends the connection, curl fails without reporting the code; a request to any server that aborts over HTTP/2 before
  /// a response is repeated once over HTTP/1.1.
  private func isRefusalOfHTTP2(_ code: CURLcode) -> Bool {
    (code == CURLE_HTTP2 || code == CURLE_ABORTED_BY_CALLBACK) && head.status == 0 && !speaksHTTP1
  }

  func repeatOverHTTP1() {
    speaksHTTP1 = true
    begin()
  }

  /// Cancels the request if it has been silent for too long; called with every progress.
  func checkSilence() {
    guard case .requesting = phase, let handle else { return }
    silence.look(moved: handle.isSent ? movedBytes + headLineCount : nil)
    // To enforce a limit, curl rests after every buffer; that silence is our own.
    let rest = start.content.bytesPerSecondMax.map { Int64(CurlHandle.sendBytesMax) / max(1, $0) }
    guard silence.length >= .seconds(Int64(silenceSeconds) + (rest ?? 0)) else { return }
    let (bytes, totalBytes) = moved
    fail(curlFailure(CURLE_OPERATION_TIMEDOUT, bytes: bytes, totalBytes: totalBytes))
  }

  /// The end of the connection on this machine, "address:port"; `nil`: there is none yet.
  var localEnd: String? {
    guard case .requesting = phase, let handle, let address = handle.text(CURLINFO_LOCAL_IP),
      !address.isEmpty
    else { return nil }
    return "\(address):\(handle.number(CURLINFO_LOCAL_PORT))"
  }

  /// Records the state of the network for the connection after a check.
  func note(_ way: Way) { self.way = way }

  /// Takes a sample of the progress, to decide which transfer yields its place.
  func lookIdle() {
    guard case .requesting = phase else { return idleness = Idleness() }
    idleness.look(moved: movedBytes, bytesPerSecondMax: start.content.bytesPerSecondMax)
  }

  /// The time for which it has kept its place with almost no progress, relative to its own patience.
  var idleLength: Duration { idleness.length / patience }

  // MARK: Challenges

  /// Answers the challenge with which the transfer has ended for now.
  func answer(_ answer: TransferCredential) {
    guard case .challenged(let challenge) = phase else { return }
    switch answer {
    case .password(let user, let password): credential = (challenge, user, password)
    case .none: refusesChallenges = true
    }
    begin()
  }

  private func openChallenge() -> TransferChallenge? {
    guard head.status == 401 || head.status == 407 else { return nil }
    let isProxy = head.status == 407
    var challenge = Challenge.strongest(
      in: head.all(isProxy ? .proxyAuthenticate : .authenticate),
      host: isProxy ? "proxy" : answeringHost,
      isProxy: isProxy
    )
    if credential?.challenge.isProxy == isProxy { refusedAnswerCount += 1 }
    challenge?.previousFailureCount = refusedAnswerCount
    return challenge
  }

  private var answeringHost: String {
    guard let url = handle?.text(CURLINFO_EFFECTIVE_URL), let address = try? Address(url) else {
      return self.address.host
    }
    return address.host
  }

  // MARK: Results

  var silenceSeconds: Int { max(1, Int(start.requestTimeout.nanoseconds / 1_000_000_000)) }

  /// The response's metadata, for the record and the report.
  var detail: TransferDetail {
    // The report of 64 results must stay below the limit of a message.
    let finalURL = handle?.text(CURLINFO_EFFECTIVE_URL)
      .flatMap { $0.utf8.count <= ResponseHead.valueBytesMax ? $0 : nil }
    return TransferDetail(finalURL: finalURL, mimeType: head[.contentType])
  }

  /// Returns curl's information about a failed request.
  func curlFailure(_ code: CURLcode, bytes: Int64, totalBytes: Int64?) -> TransferFailure {
    CurlFailure(
      code: code,
      message: handle?.errorMessage ?? "",
      systemCode: Int32(truncatingIfNeeded: handle?.number(CURLINFO_OS_ERRNO) ?? 0),
      verifyResult: handle?.number(CURLINFO_SSL_VERIFYRESULT) ?? 0,
      isOverHTTP: handle?.text(CURLINFO_EFFECTIVE_URL).map { (try? Address($0)) != nil } ?? true,
      isSent: isSent,
      isBehindHead: head.isWhole,
      isInHead: head.status != 0 && !head.isWhole,
      headBytes: headBytes,
      place: address.place,
      silenceSeconds: silenceSeconds,
      bytes: bytes,
      totalBytes: totalBytes
    ).failure
  }

  func failByStatus() {
    fail(TransferFailure(.httpStatus, "\(address.place) answered \(head.status)"))
  }

  func fail(_ failure: TransferFailure) {
    var result = makeResult()
    result.error = failure.error
    result.detail.cause = failure.cause
    if failure.error == .httpStatus {
      result.retryAfter = head[.retryAfter].flatMap {
        RetryAfter.duration($0, nowSeconds: BootClock.wallNanoseconds() / 1_000_000_000)
      }
    }
    end(result)
  }

  func makeResult() -> TransferServiceResult {
    TransferServiceResult(
      transfer: start.transfer,
      attempt: start.attempt,
      status: head.status,
      bytes: moved.bytes,
      movedBytes: movedBytes,
      newBytes: takeNewBytes(),
      isRerouted: way == .cut ? true : nil,
      detail: detail
    )
  }

  func end(_ result: TransferServiceResult) {
    releaseHandle()
    phase = .over
    tools.host.ended(self, result)
  }

  private func end(challenge: TransferChallenge) {
    var result = makeResult()
    result.error = .userAuthenticationRequired
    result.isChallenge = true
    result.detail.cause = "\(challenge.host) asks for a name and a password"
    result.detail.challenge = challenge
    releaseHandle()
    phase = .challenged(challenge)
    tools.host.ended(self, result)
  }
}
