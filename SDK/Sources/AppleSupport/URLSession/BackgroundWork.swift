internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

/// A task of a background session: a transfer of the system's.
///
/// Map: `facts` holds all mutable state, guarded by its mutex, which is not held during any call. The session is held:
/// it exists until it is invalid, and reports the transfer's events.
final class BackgroundWork: TaskWork {
  // Shape: one method for each requirement of TaskWork, and one for each event of the transfer.
  struct Facts {
    // Shape: one property for each fact of a task that can change.
    /// The system's transfer; `nil` if there is none.
    var transfer: TransferIdentifier?
    /// The data with which a later task continues; once created, it stays the same.
    var resumeData: (transfer: TransferIdentifier, bytes: Data)?
    var state = URLSessionTask.State.suspended
    /// Whether the app has let it begin.
    var hasBegun = false
    /// Why the task cannot exist, which its delegate receives when the app lets it begin.
    var failure: TransferFailure?
    var request: URLRequest?
    var response: HTTPURLResponse?
    var error: (any Error)?
    var counts = ByteCounts()
    /// Whether the partial data is kept for another task.
    var keepsPart = false
    /// Whether it waits for another session to end, and keeps the number that it received in the meantime.
    var keepsOwnNumber = false
    /// The settings with which the app let it begin while it waited.
    var wanted: TaskSettings?
    weak var task: URLSessionTask?
    weak var owner: URLSession?
  }

  let session: BackgroundSession
  let facts: Mutex<Facts>
  let progress = Progress(totalUnitCount: 0)
  let originalRequest: URLRequest?
  /// The file that it sends; `nil`: a download.
  let file: String?
  private let resumes: TransferIdentifier?
  /// The resume data from which it was created, which can be used for another attempt.
  let givenResumeData: Data?
  private let ownNumber: Int

  /// Makes a task that the app creates.
  init(
    _ session: BackgroundSession,
    _ request: URLRequest,
    file: String? = nil,
    resumes: TransferIdentifier? = nil,
    resumeData: Data? = nil
  ) {
    self.session = session
    self.file = file
    self.resumes = resumes
    givenResumeData = resumeData
    originalRequest = request
    ownNumber = Self.numbers.next()
    var facts = Facts()
    facts.request = request
    facts.counts.expectedToReceive = NSURLSessionTransferSizeUnknown
    if let file { facts.counts.expectedToSend = Self.size(ofFile: file) }
    self.facts = Mutex(facts)
    prepareProgress()
  }

  /// Makes a task that an earlier process created.
  init(_ session: BackgroundSession, _ row: SessionTransfer) {
    self.session = session
    file = row.file
    resumes = nil
    givenResumeData = nil
    originalRequest = Self.request(row.url, isUpload: row.file != nil)
    ownNumber = Self.numbers.next()
    var facts = Facts()
    facts.transfer = row.taskIdentifier
    facts.state = row.state == .suspended ? .suspended : .running
    facts.hasBegun = true
    facts.request = originalRequest
    let total = row.progress.totalBytes ?? NSURLSessionTransferSizeUnknown
    if row.file == nil {
      (facts.counts.received, facts.counts.expectedToReceive) = (row.progress.bytes, total)
    } else {
      (facts.counts.sent, facts.counts.expectedToSend) = (row.progress.bytes, total)
    }
    self.facts = Mutex(facts)
    prepareProgress()
  }

  /// Makes a task that an earlier process created and that has ended.
  init(
    _ session: BackgroundSession,
    _ transfer: TransferIdentifier,
    url: String?,
    file: String?
  ) {
    self.session = session
    self.file = file
    resumes = nil
    givenResumeData = nil
    originalRequest = Self.request(url, isUpload: file != nil)
    ownNumber = Self.numbers.next()
    var facts = Facts()
    facts.transfer = transfer
    facts.state = .running
    facts.hasBegun = true
    facts.request = originalRequest
    facts.counts.expectedToReceive = NSURLSessionTransferSizeUnknown
    if let file { facts.counts.expectedToSend = Self.size(ofFile: file) }
    self.facts = Mutex(facts)
    prepareProgress()
  }

  private func prepareProgress() {
    progress.isCancellable = true
    progress.cancellationHandler = { [weak self] in self?.cancel() }
  }

  private static func request(_ url: String?, isUpload: Bool) -> URLRequest? {
    guard let url = url.flatMap(URL.init(string:)) else { return nil }
    var request = URLRequest(url: url)
    if isUpload { request.httpMethod = "PUT" }
    return request
  }

  static func size(ofFile path: String) -> Int64 {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return size?.int64Value ?? NSURLSessionTransferSizeUnknown
  }

  // MARK: Properties of the task

  var taskIdentifier: Int {
    facts.withLock { $0.keepsOwnNumber ? nil : $0.transfer }
      .map { Int(truncatingIfNeeded: $0.rawValue) } ?? ownNumber
  }
  var currentRequest: URLRequest? { facts.withLock { $0.request } }
  var response: URLResponse? { facts.withLock { $0.response } }
  var error: (any Error)? { facts.withLock { $0.error } }
  var state: URLSessionTask.State { facts.withLock { $0.state } }
  var counts: ByteCounts { facts.withLock { $0.counts } }

  /// The numbers of tasks that the system does not know, from the end of the range that an app can print normally.
  private static let numbers = FailedNumbers()

  private final class FailedNumbers: Sendable {
    private let last = Mutex(Int(Int32.max))
    func next() -> Int {
      last.withLock { last in
        defer { last -= 1 }
        return last
      }
    }
  }

  // MARK: Start

  func belong(to task: URLSessionTask, of owner: URLSession) {
    facts.withLock { ($0.task, $0.owner) = (task, owner) }
  }

  func number(_ transfer: TransferIdentifier) { facts.withLock { $0.transfer = transfer } }

  func waitForSession() { facts.withLock { $0.keepsOwnNumber = true } }

  func fail(_ failure: TransferFailure) { facts.withLock { $0.failure = failure } }

  var hasFailed: Bool { facts.withLock { $0.failure != nil } }

  /// Returns the transfer as configured by the app.
  func transfer(_ settings: TaskSettings) -> Transfer {
    let owner = facts.withLock { $0.owner } ?? session.owner
    let configuration = owner?.configuration ?? .background(withIdentifier: session.identifier)
    let url = originalRequest?.url?.absoluteString ?? ""
    var transfer = file.map { Transfer.upload(file: $0, to: url) } ?? .download(url)
    // A download uses GET if no method is given.
    transfer.httpMethod = originalRequest?.httpMethod
    transfer.headers = Self.headers(originalRequest, configuration)
    transfer.taskDescription = settings.taskDescription
    transfer.earliestBeginDate = settings.earliestBeginDate.map {
      WallDate(timeIntervalSince1970: $0.timeIntervalSince1970)
    }
    let expected = [settings.bytesToSend, settings.bytesToReceive].filter { $0 > 0 }
    transfer.expectedBytes = expected.isEmpty ? nil : expected.reduce(0, &+)
    transfer.allowsCellularAccess =
      configuration.allowsCellularAccess && originalRequest?.allowsCellularAccess != false
    transfer.allowsExpensiveNetworkAccess = configuration.allowsExpensiveNetworkAccess
    transfer.allowsConstrainedNetworkAccess = configuration.allowsConstrainedNetworkAccess
    transfer.resumes = resumes
    return transfer
  }

  /// Returns the headers of the request before those of the session, in the order of their names.
  private static func headers(
    _ request: URLRequest?,
    _ configuration: URLSessionConfiguration
  ) -> [TransferHeader] {
    var headers: [String: TransferHeader] = [:]
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      headers["\(name)".lowercased()] = TransferHeader("\(name)", "\(value)")
    }
    for (name, value) in request?.allHTTPHeaderFields ?? [:] {
      headers[name.lowercased()] = TransferHeader(name, value)
    }
    return headers.sorted { $0.key < $1.key }.map(\.value)
  }
}
