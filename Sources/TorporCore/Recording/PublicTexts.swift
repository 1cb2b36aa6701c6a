import TorporModel

/// Texts of the system itself, which say nothing of anybody and by which it decides: they stay where a recording is
/// given away (docs/decisions/0055).
package enum PublicTexts {
  /// Whether it is one of them.
  package static func contains(_ text: String) -> Bool {
    if text.isEmpty || whole.contains(text) { return true }
    if text.hasPrefix(numberedPush), text.utf8.count <= numberedPush.utf8.count + digitsMax {
      let digits = text.utf8.dropFirst(numberedPush.utf8.count)
      if digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return true }
    }
    return AppIdentifier(text).flatMap(JobRecord.job(ofApp:)) != nil
  }

  /// What the system calls the notification of a push without an identifier, before a number.
  private static let numberedPush = "push "
  /// Of such a number: more would be one that an app has made, such as that of a telephone.
  private static let digitsMax = 6

  /// What the system puts before a text of an app; what stands behind it is replaced.
  package static let prefixes = [ProgressNotice.prefix]

  /// What public texts begin with that others are ordered among, ascending.
  package static let landmarks = ["io.torpor.", JobRecord.appPrefix]

  private static let whole = Set(
    [
      WorkOwner.healthResearchEntitlement, NotificationResponse.defaultAction,
      NotificationResponse.dismissAction, ProgressNotice.cancelAction, JobService.noticeName,
      ConditionContext.allApps, ConditionContext.wifiOnly,
    ] + Permission.allCases.map(ConsentPrompt.identifier)
      + ConsentPrompt.Answer.allCases.map(\.rawValue)
      + LocationPrompt.allCases.map(\.identifier) + LocationPrompt.Answer.allCases.map(\.rawValue)
  )
}
