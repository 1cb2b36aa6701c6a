import TorporModel

/// What jobs have in common that begin by the same: whose they are, and what they wait for.
struct JobClass: Hashable, Sendable, Saved {
  let ownerUserID: UInt32
  let needs: JobNeeds
  /// Whether it takes one of its owner's slots: it asks something of the device, and its deadline has
  /// not come.
  let takesSlot: Bool

  /// Every condition of it, as it stands now: the needs, and the user's allowances of all apps, which one without
  /// needs and one whose deadline has come pass by.
  func conditions(on device: ConditionContext) -> [Condition] {
    needs.conditions(on: device) + (takesSlot ? allowances(on: device) : [])
  }

  func allowances(on device: ConditionContext) -> [Condition] {
    device.allowances(of: nil, nil, usesNetwork: needs.network != .notNeeded)
  }
}

/// What the runs under way of one owner amount to.
struct JobLoad: Hashable, Sendable {
  /// Runs, those that are paused or end too: each has a process.
  var runs = 0
  /// Runs that take a slot.
  var slots = 0

  var hasRoom: Bool { runs < JobTable.runsOfUserMax }
  var hasSlot: Bool { slots < JobTable.conditionalRunsOfUserMax }

  /// Whether one more of the class may begin.
  func admits(_ jobClass: JobClass) -> Bool { hasRoom && (hasSlot || !jobClass.takesSlot) }
}
