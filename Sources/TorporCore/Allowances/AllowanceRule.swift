/// Whether work waits when an allowance of the user is used up, or where the user wants Wi-Fi (decision 0050).
///
/// What can as well run tomorrow waits: that of which the system chooses the moment. What the user waits for, has begun, sees
/// or hears, what has an exact time, what is told once, and what only ends something runs. What runs without waiting is
/// counted all the same. The rule of each reason is in its row of `WakeTable.swift`; a job with conditions waits as the others
/// do (`JobClass`).
package enum AllowanceRule: String, Hashable, Sendable, CaseIterable {
  case waits
  /// A transfer that is discretionary waits; that is one that was begun off screen.
  case waitsIfDiscretionary
  case runs
}
