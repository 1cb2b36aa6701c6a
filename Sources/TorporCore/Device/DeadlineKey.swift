/// Whose deadline it is; equal moments are dealt with in the order of the cases, then of the slots.
enum DeadlineKey: Hashable, Sendable {
  /// Protected data goes.
  case screen
  /// Something of the app's process is due.
  case app(slot: Int)
  /// The app's background work is to be looked at.
  case work(slot: Int)

  /// A planned wake: before the looks that it sets off.
  case planner
  /// Jobs are to be looked at.
  case jobs
  /// Transfers are to be looked at.
  case transfers
  /// Places, notifications, links and held pushes are to be looked at.
  case places, notices, links, pushes
  /// Frozen apps are to be looked at, whose memory may be written away.
  case paging
  /// A machine that was woken for an alarm may sleep again.
  case alarmWake

  /// The keys of the device as a whole, before those of the apps.
  private static let deviceKeys = 10

  /// The keys of the device as a whole.
  static let ofDevice = (0..<deviceKeys).map(DeadlineKey.init(index:))

  /// Every key of a device with apps in these slots.
  static func all(slots: Range<Int>) -> [DeadlineKey] {
    (0..<deviceKeys + 2 * slots.upperBound).map(DeadlineKey.init(index:))
  }

  /// The key's dense number in the queue.
  var index: Int {
    switch self {
    case .screen: 0
    case .planner: 1
    case .jobs: 2
    case .transfers: 3
    case .places: 4
    case .notices: 5
    case .links: 6
    case .pushes: 7
    case .paging: 8
    case .alarmWake: 9
    case .app(let slot): Self.deviceKeys + 2 * slot
    case .work(let slot): Self.deviceKeys + 2 * slot + 1
    }
  }

  init(index: Int) {
    switch index {
    case 0: self = .screen
    case 1: self = .planner
    case 2: self = .jobs
    case 3: self = .transfers
    case 4: self = .places
    case 5: self = .notices
    case 6: self = .links
    case 7: self = .pushes
    case 8: self = .paging
    case 9: self = .alarmWake
    default:
      let (slot, isWork) = (index - Self.deviceKeys).quotientAndRemainder(dividingBy: 2)
      self = isWork == 1 ? .work(slot: slot) : .app(slot: slot)
    }
  }
}
