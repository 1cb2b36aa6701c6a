import Testing
import TorporModel

@testable import TorporCore

@Suite("The transfers of users that are over")
struct FinishedTransfersTests {
  private func finished(_ count: Int) -> FinishedTransfers {
    var finished = FinishedTransfers()
    for number in 1...count {
      finished.append(TransferIdentifier(rawValue: UInt64(number)), ofUser: 500)
    }
    return finished
  }

  private func surplus(
    _ finished: inout FinishedTransfers,
    endedAgo: Duration?
  ) -> [UInt64] {
    let now = Instant.zero + .hours(1)
    return finished.takeSurplus(ofUser: 500, at: now) { _ in
      endedAgo.map { now + (.zero - $0) }
    }.map(\.rawValue)
  }

  @Test("stay listed as long as they are few, or fresh")
  func kept() {
    var few = finished(FinishedTransfers.ofUserMax)
    #expect(surplus(&few, endedAgo: .minutes(30)) == [])
    var fresh = finished(FinishedTransfers.ofUserMax + 2)
    #expect(surplus(&fresh, endedAgo: .minutes(9)) == [])
  }

  @Test("are taken off the list, the oldest first, where they are too many and old, and once")
  func surplus() {
    var finished = finished(FinishedTransfers.ofUserMax + 2)
    #expect(surplus(&finished, endedAgo: .minutes(10)) == [1, 2])
    #expect(surplus(&finished, endedAgo: .minutes(10)) == [])
    let others = finished.takeSurplus(ofUser: 501, at: .zero) { _ in nil }
    #expect(others == [])
  }

  @Test("are taken off it, too, where nothing is left of them")
  func gone() {
    var finished = finished(FinishedTransfers.ofUserMax + 1)
    #expect(surplus(&finished, endedAgo: nil) == [1])
  }

  @Test("come back as they were saved, without users that have none")
  func saved() {
    var finished = finished(2)
    finished.append(TransferIdentifier(rawValue: 9), ofUser: 7)
    finished.remove(TransferIdentifier(rawValue: 1), ofUser: 500)
    #expect(finished.rows.map(\.user) == [7, 500])
    #expect(FinishedTransfers(finished.rows).rows.map(\.transfers.count) == [1, 1])
    finished.remove(TransferIdentifier(rawValue: 2), ofUser: 500)
    #expect(finished.rows.map(\.user) == [7])
  }
}
