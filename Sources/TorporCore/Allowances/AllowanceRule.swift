/// Whether work waits when an allowance of the user is used up, or if the user wants Wi-Fi (decision 0050).
///
/// Work that can also run tomorrow waits: work with a time chosen by the system. Work runs if the user
/// waits for it, began it, sees or hears it, if it has an exact time, is reported only once, or only
/// ends something. Work that runs without waiting is counted nevertheless. The rule of each reason is
/// in its row of `WakeTable.swift`; a job with conditions waits like the others (`JobClass`).
package enum AllowanceRule: String, Hashable, Sendable, CaseIterable {
  case waits
  /// A discretionary transfer waits; a transfer that was begun off screen is discretionary.
  case waitsIfDiscretionary
  case runs
}
