// Questions about notifications, answered from the ledger.

extension Evidence {
  /// Q29.
  var notificationsDropped: Diagnosis {
    let dropped = latest { decision in
      guard case .schedule = decision.action else { return false }
      return decision.conditions.contains { $0.reason == .tooManyNotifications && !$0.holds }
    }
    let limit = dropped?.conditions.first { $0.reason == .tooManyNotifications }
    return Diagnosis(
      question: .notificationsDropped,
      checks: [
        Check(.notificationsOff, if: !settings.allowsNotifications),
        Check(
          .tooManyNotifications,
          dropped == nil ? .ruledOut : .found,
          subject: limit?.subject,
          since: dropped?.at
        ),
      ],
      shownBy: [dropped].compactMap { $0 }
    )
  }
}
