import TorporModel

extension ConditionContext {
  /// Whether the device was unlocked since it started: no app is launched before (§1.6).
  var firstUnlock: Condition { Condition(.beforeFirstUnlock, holds: wasUnlockedSinceBoot) }

  /// Returns whether files of the class can be read now (§3.6, §1.6).
  func dataProtection(_ protection: FileProtection) -> Condition {
    let canBeRead =
      switch protection {
      case .none: true
      case .completeUntilFirstUserAuthentication: wasUnlockedSinceBoot
      case .complete, .completeUnlessOpen: isProtectedDataAvailable
      }
    return Condition(.dataProtection, holds: canBeRead)
  }
}
