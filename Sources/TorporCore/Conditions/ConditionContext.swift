package import TorporModel

/// The state of the device for a piece of work that wants to run: conditions read only this.
///
/// Each condition is in its own file beside this one; it returns whether it holds, since when and until when.
package struct ConditionContext: Hashable, Sendable {
  package let now: Instant
  @Boxed package private(set) var profile: Profile
  @Boxed package private(set) var conditions: DeviceConditions
  /// Since when the device has not been used; `nil`: it is in use.
  package let idleSince: Instant?
  package let isLocked: Bool
  package let wasUnlockedSinceBoot: Bool
  package let isProtectedDataAvailable: Bool
  /// When the device's energy budget has energy again; `nil`: it has some now.
  package let energyRefillAt: Instant?
  /// The use of the day; `nil`: the user has not set an allowance.
  let dayUse: DayUse?

  package init(
    now: Instant,
    profile: Profile = .named(.ios26),
    conditions: DeviceConditions,
    idleSince: Instant? = nil,
    isLocked: Bool = false,
    wasUnlockedSinceBoot: Bool = true,
    isProtectedDataAvailable: Bool = true,
    energyRefillAt: Instant? = nil
  ) {
    self.init(
      at: now,
      Boxed(wrappedValue: profile),
      Boxed(wrappedValue: conditions),
      idleSince: idleSince,
      isLocked: isLocked,
      wasUnlockedSinceBoot: wasUnlockedSinceBoot,
      isProtectedDataAvailable: isProtectedDataAvailable,
      energyRefillAt: energyRefillAt,
      dayUse: nil
    )
  }

  /// Makes a context with the large parts of a device, without copying them.
  init(
    at now: Instant,
    _ profile: Boxed<Profile>,
    _ conditions: Boxed<DeviceConditions>,
    idleSince: Instant?,
    isLocked: Bool,
    wasUnlockedSinceBoot: Bool,
    isProtectedDataAvailable: Bool,
    energyRefillAt: Instant?,
    dayUse: DayUse?
  ) {
    self.now = now
    _profile = profile
    _conditions = conditions
    self.idleSince = idleSince
    self.isLocked = isLocked
    self.wasUnlockedSinceBoot = wasUnlockedSinceBoot
    self.isProtectedDataAvailable = isProtectedDataAvailable
    self.energyRefillAt = energyRefillAt
    self.dayUse = dayUse
  }

  /// Returns the capability that the profile lacks to run an app off screen for the reason; does not copy the profile.
  func missing(for reason: WakeReason) -> MissingCapability? {
    $profile.read { $0.missing(for: reason) }
  }

  /// Returns the row of the reason in the relaunch table, under the rules of the profile.
  func relaunchRule(for reason: WakeReason) -> RelaunchRule {
    $profile.read { RelaunchRule.row(reason, in: $0) }
  }

  /// Whether the machine is on external power, as far as known.
  package var isOnExternalPower: Bool { conditions.power.value?.isOnExternalPower ?? false }
}
