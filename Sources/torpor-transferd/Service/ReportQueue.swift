import TorporModel
import TorporWire

/// Reports on their way to the daemon, in messages that it accepts.
struct ReportQueue {
  private var ended: [TransferServiceResult] = []
  private var begun: [TransferServiceBegin] = []
  private var queued: [TransferIdentifier] = []
  private var progress: [TransferServiceProgress] = []
  private var troubles: [String] = []

  /// The maximum number of results or progress reports in one message: 64, so that even with the longest texts it stays
  /// below the framer's limit of 1 MiB.
  static let partsMax = 64
  /// The maximum number of problems that are kept for one turn; a record on a full disk has one per turn.
  ///
  /// Our choice.
  static let troublesMax = 8

  mutating func append(_ result: TransferServiceResult) { ended.append(result) }
  mutating func append(_ begin: TransferServiceBegin) { begun.append(begin) }
  mutating func append(queued transfer: TransferIdentifier) {
    // Of several events in one turn, the last counts.
    begun.removeAll { $0.transfer == transfer }
    queued.append(transfer)
  }
  mutating func append(_ progress: TransferServiceProgress) { self.progress.append(progress) }
  mutating func append(trouble: String) {
    if troubles.count < ReportQueue.troublesMax { troubles.append(trouble) }
  }

  /// Removes and returns everything, as the bytes of complete messages.
  mutating func take() -> [UInt8] {
    var bytes = takeBegun()
    guard !ended.isEmpty || !progress.isEmpty || !troubles.isEmpty else { return bytes }
    for cause in troubles { ReportQueue.append(.trouble(cause: cause), to: &bytes) }
    for part in ReportQueue.parts(of: progress) { ReportQueue.append(.progress(part), to: &bytes) }
    for part in ReportQueue.parts(of: ended) { ReportQueue.append(.ended(part), to: &bytes) }
    self = ReportQueue()
    return bytes
  }

  /// Removes and returns the transfers that have begun, which are reported before curl continues.
  mutating func takeBegun() -> [UInt8] {
    guard !begun.isEmpty || !queued.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for part in ReportQueue.parts(of: queued) { ReportQueue.append(.queued(part), to: &bytes) }
    for part in ReportQueue.parts(of: begun) { ReportQueue.append(.begun(part), to: &bytes) }
    queued.removeAll()
    begun.removeAll()
    return bytes
  }

  private static func parts<Element>(of all: [Element]) -> [[Element]] {
    stride(from: 0, to: all.count, by: partsMax).map {
      Array(all[$0..<min($0 + partsMax, all.count)])
    }
  }

  private static func append(_ report: TransferServiceReport, to bytes: inout [UInt8]) {
    // A report contains no number that JSON cannot represent.
    guard let message = try? SavedCodec.encode(report) else { return }
    bytes += message
    bytes.append(0)
  }
}
