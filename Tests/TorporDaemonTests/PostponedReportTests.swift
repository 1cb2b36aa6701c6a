import Testing
import TorporCore
import TorporModel

@testable import TorporDaemon

@Suite("Reports of transfers that wait for the journal")
struct PostponedReportTests {
  private func report(
    _ transfer: UInt64,
    _ attempt: UInt32,
    _ event: TransferEvent,
    movedBytes: Int64 = 0
  ) -> TransferReport {
    TransferReport(
      transfer: TransferIdentifier(rawValue: transfer),
      attempt: attempt,
      event: event,
      movedBytes: movedBytes
    )
  }

  private func submission(_ reports: TransferReport..., cause: String? = nil) -> Submission {
    let details = cause.map { [reports[0].transfer: TransferDetail(cause: $0)] } ?? [:]
    return Submission(.transfers(reports), details: details)
  }

  private func reports(of submissions: [Submission]) -> [TransferReport] {
    submissions.flatMap { submission -> [TransferReport] in
      guard case .transfers(let reports) = submission.input else { return [] }
      return reports
    }
  }

  @Test("come in their order, with what was said beside them")
  func order() {
    var postponed = PostponedReports()
    let (first, second) = (report(2, 1, .progressed), report(1, 1, .finished(status: 200)))
    let third = report(2, 1, .stopped)
    postponed.add(submission(first))
    postponed.add(submission(second, cause: "of the second"))
    postponed.add(submission(third, cause: "of the third"))
    let taken = postponed.removeAll()
    #expect(reports(of: taken) == [first, second, third])
    #expect(taken[0].details[second.transfer]?.cause == "of the second")
    #expect(taken[0].details[third.transfer]?.cause == "of the third")
    #expect(postponed.count == 0 && postponed.removeAll().isEmpty)
  }

  @Test("stay as many as there are transfers, however long it takes")
  func bound() {
    var postponed = PostponedReports()
    for attempt in UInt32(1)...1000 {
      postponed.add(submission(report(1, attempt, .progressed)))
      for minute in Int64(1)...10 {
        postponed.add(submission(report(1, attempt, .moved, movedBytes: minute)))
      }
      postponed.add(submission(report(1, attempt, .stopped, movedBytes: 11)))
    }
    #expect(postponed.count == 2)
    #expect(
      reports(of: postponed.removeAll())
        == [report(1, 1000, .progressed), report(1, 1000, .stopped, movedBytes: 11)]
    )
  }

  @Test("that say that a transfer is complete are kept, whatever was begun after that")
  func complete() {
    var postponed = PostponedReports()
    let final = report(1, 1, .finished(status: 200))
    postponed.add(submission(final))
    postponed.add(submission(report(1, 2, .progressed)))
    postponed.add(submission(report(1, 2, .stopped)))
    postponed.add(submission(report(1, 3, .interrupted)))
    #expect(reports(of: postponed.removeAll()) == [final, report(1, 3, .interrupted)])
  }

  @Test("are entries of the journal that have a bound")
  func entries() {
    var postponed = PostponedReports()
    for transfer in UInt64(1)...1100 {
      postponed.add(submission(report(transfer, 1, .finished(status: 200)), cause: "\(transfer)"))
    }
    let taken = postponed.removeAll()
    #expect(taken.map { reports(of: [$0]).count } == [512, 512, 76])
    #expect(taken.map(\.details.count) == [512, 512, 76])
  }
}
