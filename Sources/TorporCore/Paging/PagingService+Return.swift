import TorporModel

// Memory that is read back from swap before the user returns, so that the first access does not wait
// for the disk (decision 0059).

extension PagingService {
  /// Plans when memory that has just been written away is read back, if the user is expected within a day.
  mutating func plan(_ paging: inout AppPaging, of app: AppIdentifier, _ device: DeviceState) {
    guard isWatching, paging.awaitsPlan else { return }
    paging.plan(readBackAt: ExpectedReturn(on: device).moment(of: app, after: Self.writtenLength))
    look(at: paging.readBackAt)
  }

  /// The wall clock was set, or the time zone: habits are about another moment.
  mutating func planAgain(_ device: DeviceState, _ out: inout Outbox) {
    guard isWatching else { return }
    for slot in device.apps.slotRange {
      guard let app = device.apps.identifier(inSlot: slot),
        var paging = device.apps.read(slot: slot, { $0.paging }),
        paging.readBackAt != nil || paging.awaitsPlan
      else { continue }
      paging.plan(readBackAt: ExpectedReturn(on: device).moment(of: app, after: .zero))
      look(at: paging.readBackAt)
      out.keep(paging, of: app)
    }
  }

  /// Orders the memory of the app that is most likely to be opened next, of those whose moment has come.
  ///
  /// Postpones reading that is not possible now, or no longer expected after a sleep of the machine,
  /// to the next time at which the user is expected.
  mutating func readBackWhatIsExpected(_ device: DeviceState, _ out: inout Outbox) {
    let expected = ExpectedReturn(on: device)
    var due: [(app: AppIdentifier, paging: AppPaging, launch: LaunchIdentifier, chance: Double)] =
      []
    for slot in device.apps.slotRange {
      guard let app = device.apps.identifier(inSlot: slot),
        let process = device.apps.process(inSlot: slot), let launch = process.launch,
        process.applicationState == .suspended,
        let paging = device.apps.read(slot: slot, { $0.paging }), let moment = paging.readBackAt
      else { continue }
      if moment > device.now {
        look(at: moment)
      } else {
        due.append((app, paging, launch, expected.chance(of: app)))
      }
    }
    guard !due.isEmpty else { return }
    let mayRead = expected.mayRead
    let first = due.filter { mayRead && $0.chance >= Self.chanceMin }
      .min { ($1.chance, $0.app) < ($0.chance, $1.app) }
    for var one in due {
      if one.app == first?.app {
        one.paging.readBack()
        out.order(
          .readBack(
            ReadBackOrder(
              launch: one.launch,
              bytesMax: Self.readBackBytesMax,
              availablePermilleMin: Self.availablePermilleMin
            )
          )
        )
      } else {
        let isWaitingForTurn = mayRead && one.chance >= Self.chanceMin
        one.paging.plan(
          readBackAt: isWaitingForTurn
            ? device.now + Self.readBackInterval
            : expected.moment(of: one.app, after: Self.retryInterval)
        )
      }
      look(at: one.paging.readBackAt)
      out.keep(one.paging, of: one.app)
    }
  }

  /// The host has read memory back.
  func readBack(
    _ report: ReadBackReport,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard report.readBytes > 0, let app = device.apps.identifier(inSlot: slot),
      let launch = device.apps.process(inSlot: slot)?.launch,
      var paging = device.apps.read(slot: slot, { $0.paging })
    else { return }
    paging.take(report)
    out.keep(paging, of: app)
    let bytesInMegabyte: Int64 = 1_000_000
    out.record(
      .readBack,
      of: app,
      launch: launch,
      because: [Condition(.expectedReturn, subject: "\(report.readBytes / bytesInMegabyte) MB")]
    )
  }
}

/// When the user returns to apps, by their habits, and whether memory may be read for it.
private struct ExpectedReturn {
  let device: DeviceState
  let local: LocalSecond

  init(on device: DeviceState) {
    self.device = device
    local = LocalSecond(device.clock.localSecond(at: device.now))
  }

  /// Whether memory may be read back: there is no shortage, and no need to save power.
  var mayRead: Bool {
    let (conditions, context) = (device.conditions, device.conditionContext)
    // What was heard last; the host looks again before each piece.
    if let memory = conditions.memory,
      memory.availableBytes < memory.totalBytes / 1000 * Int64(PagingService.availablePermilleMin)
    {
      return false
    }
    return conditions.memoryLevel.value == .normal && conditions.relief?.shortSince == nil
      && context.battery().holds && context.lowPowerMode.holds && context.thermal().holds
  }

  /// The chance that the user opens the app soon.
  func chance(of app: AppIdentifier) -> Double {
    device.usage.likelihoodOfUse(of: app, at: local, within: PagingService.windowSeconds)
  }

  /// When the user is likely to open the app soon, from that much later on; `nil`: not within a day.
  func moment(of app: AppIdentifier, after length: Duration) -> Instant? {
    let moment = device.usage.nextLikelyReturn(
      of: app,
      from: local + length.nanoseconds / 1_000_000_000,
      within: PagingService.windowSeconds,
      chanceMin: PagingService.chanceMin
    )
    return moment.map { device.now + .seconds($0 - local) }
  }
}

extension PagingService {
  /// How far ahead it is read: half an hour, three of the steps in which habits are known; our choice.
  static let windowSeconds: Int64 = 1800

  /// How likely the user must be to open the app in that time: 1 in 3; our choice.
  ///
  /// The model says 39 % at 11:30 of an app that is opened at 9:00 and 12:00 on each day of four
  /// weeks, 72 % of one that is opened every hour, and 21 % of one that was opened only once, ten
  /// minutes ago: such apps stay in swap.
  static let chanceMin = 1.0 / 3

  /// How long memory stays in swap at least: 10 min, a step of the habits, so that it is not moved
  /// back and forth; our choice.
  static let writtenLength = Duration.seconds(600)

  /// How long after a moment at which nothing could be read the next one is looked for: 10 min, such a step.
  static let retryInterval = Duration.seconds(600)

  /// How long one waits for another of which memory is read: 1 min, in which a slow disk of 30 MB/s reads more than one
  /// order; our choice.
  static let readBackInterval = Duration.seconds(60)

  /// How much is read for one return, in bytes: 256 MiB, of which most apps have less; our choice.
  static let readBackBytesMax: Int64 = 256 << 20

  /// How much of the memory must stay available, in permille: 250.
  ///
  /// Below 100, suspended apps are ended for lack of it (decision 0018); our choice.
  static let availablePermilleMin = 250
}
