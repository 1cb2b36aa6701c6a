package import TorporModel

extension LoggedDecision {
  /// What is meant of a ledger, and from the first of it on the last sleep of the machine between two
  /// decisions.
  ///
  /// A sleep is why less happened than the times of the two let expect; of many nights one says it.
  package static func history<Row>(
    in rows: [Row],
    _ decision: (Row) -> Decision,
    where isMeant: (Decision) -> Bool
  ) -> [Row] {
    var told: [Row] = []
    var endsWithSleep = false
    for row in rows {
      let decision = decision(row)
      if isMeant(decision) {
        told.append(row)
        endsWithSleep = false
      } else if decision.isSleep, !told.isEmpty {
        if endsWithSleep { told.removeLast() }
        told.append(row)
        endsWithSleep = true
      }
    }
    return told
  }
}
