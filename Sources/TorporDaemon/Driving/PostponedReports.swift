import TorporCore
import TorporModel

/// Reports of transfers that came while the journal could not be written, as many as matter once it can.
///
/// Their number is bounded by that of the transfers, however long that lasts: of what was said of an attempt the
/// device only looks at the last, and of an attempt before the last one only at whether it was complete.
struct PostponedReports {
  private struct Postponed {
    let number: Int
    let report: TransferReport
  }

  private var reports: [TransferIdentifier: [Postponed]] = [:]
  private var details: [TransferIdentifier: TransferDetail] = [:]
  private var lastNumber = 0

  /// How many are kept.
  var count: Int { reports.values.reduce(0) { $0 + $1.count } }

  mutating func add(_ submission: Submission) {
    guard case .transfers(let fresh) = submission.input else { return }
    for report in fresh {
      lastNumber += 1
      var kept = reports[report.transfer, default: []]
      kept.removeAll { $0.report.isSuperseded(by: report) }
      kept.append(Postponed(number: lastNumber, report: report))
      reports[report.transfer] = kept
    }
    details.merge(submission.details) { _, last in last }
  }

  /// Takes out everything, in the order in which it came, a bounded number at a time.
  mutating func removeAll() -> [Submission] {
    defer { (reports, details) = ([:], [:]) }
    let ordered = reports.values.joined().sorted { $0.number < $1.number }.map(\.report)
    return stride(from: 0, to: ordered.count, by: Self.reportsOfSubmissionMax).map { first in
      let batch = Array(ordered[first..<min(first + Self.reportsOfSubmissionMax, ordered.count)])
      var ofBatch: [TransferIdentifier: TransferDetail] = [:]
      for report in batch { ofBatch[report.transfer] = details[report.transfer] }
      return Submission(.transfers(batch), details: ofBatch)
    }
  }

  /// How many reports are one entry of the journal: as many as a service has attempts.
  private static let reportsOfSubmissionMax = TransferService.attemptsMax
}

extension TransferReport {
  /// Whether the device would make nothing of it once it also has the other one, which came later.
  fileprivate func isSuperseded(by later: TransferReport) -> Bool {
    // What an attempt has moved is counted from its begin.
    if attempt == later.attempt { return event == .moved || event == later.event }
    return attempt < later.attempt && (!event.isFinal || later.event.isFinal)
  }
}
