import TorporModel

extension TransferTable: Hashable {
  /// Two tables are equal when what they hold is; the indexes follow from it.
  package static func == (left: TransferTable, right: TransferTable) -> Bool {
    left.count == right.count && left.sessionTable == right.sessionTable
      && left.nextReview == right.nextReview
      && left.records.elementsEqual(right.records)
      && left.knownNetwork == right.knownNetwork && left.lanes == right.lanes
      && left.backoffs == right.backoffs && left.nextTrialAt == right.nextTrialAt
      && left.isMakingRoom == right.isMakingRoom
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(sessions)
  }
}
