package import TorporModel

/// A wake of the machine that only the device requested.
package struct AlarmWake: Hashable, Sendable, Saved {
  /// When it was seen to be awake.
  let wokenAt: Instant
  /// When is looked whether it may sleep again.
  package internal(set) var nextReview: Instant

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case wokenAt
    case nextReview = "nextLook"
  }

  /// How long the machine stays awake at least: 30 s.
  ///
  /// Long enough to be noticed by a user who is there for what it woke for, and to know by then whether
  /// there is one; our choice.
  static let stay = Duration.seconds(30)

  /// How often is looked whether what was due is done: 10 s; our choice.
  static let interval = Duration.seconds(10)

  /// How long after an alarm a machine that woke for it is seen to be awake, at most: 10 s, of which waking
  /// takes one or two; our choice.
  static let wakingTimeMax = Duration.seconds(10)

  /// How long before it: 2 s, for clocks that wake machines count whole seconds.
  static let wakingLeadMax = Duration.seconds(2)

  init(at wokenAt: Instant) {
    self.wokenAt = wokenAt
    nextReview = wokenAt + Self.stay
  }
}

extension Device {
  /// The machine slept: whether it woke for an alarm, and is to sleep again after it.
  mutating func noteWaking(from: Instant, until: Instant) {
    alarmWake = nil
    setDeadline(nil, for: .alarmWake)
    // Which of them the clock was set for is the host's choice: a time that it was not set for has passed.
    let woke = alarms(at: from).all.contains { alarm in
      alarm > from && alarm <= until + AlarmWake.wakingLeadMax
        && until <= alarm + AlarmWake.wakingTimeMax
    }
    guard conditions.settings.sleepAgain, woke else { return }
    let wake = AlarmWake(at: until)
    alarmWake = wake
    setDeadline(wake.nextReview, for: .alarmWake)
  }

  /// Lets the machine sleep again when no user has come to it and nothing is left to do.
  mutating func reviewAlarmWake(in turn: inout Turn) {
    guard var wake = alarmWake else { return setDeadline(nil, for: .alarmWake) }
    let lastAction = conditions.lastUserAction ?? .zero
    guard let idleSince, max(idleSince, lastAction) <= wake.wokenAt else {
      // A user is using the machine, and decides when it sleeps.
      alarmWake = nil
      return setDeadline(nil, for: .alarmWake)
    }
    // A machine that is woken again at once has not slept.
    let isNear = nextAlarm.map { $0 <= turn.now + AlarmWake.stay } ?? false
    guard !hasSomethingToDo, !isNear else {
      wake.nextReview = turn.now + AlarmWake.interval
      alarmWake = wake
      return setDeadline(wake.nextReview, for: .alarmWake)
    }
    alarmWake = nil
    setDeadline(nil, for: .alarmWake)
    turn.record(
      .sleepAgain,
      of: nil,
      because: [
        Condition(.nothingLeftToDo, since: wake.wokenAt), Condition(.deviceInUse, since: idleSince),
      ]
    )
    turn.order(.service(.suspendMachine))
  }

  /// Whether any process does something that the machine must be awake for, or a transfer runs.
  private var hasSomethingToDo: Bool {
    !transfers.running.isEmpty
      || apps.slotRange.contains { slot in
        apps.read(slot: slot) { record in
          guard record.process.launch != nil, !record.process.isFrozenOrFreezing else {
            return false
          }
          return record.process.isEnding || record.facts.isPlayingAudio || !record.callbacks.isEmpty
            || !record.wakes.isEmpty || !record.work.running.isEmpty
            || (record.job.map { !$0.isPaused } ?? false)
            || (!record.process.isOnScreen && !record.time.tasks.isEmpty)
        } ?? false
      }
  }
}
