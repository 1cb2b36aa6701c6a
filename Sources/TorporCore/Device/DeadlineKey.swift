/// The owner of a deadline; equal times are handled in the order of the cases, then of the slots.
enum DeadlineKey: Hashable, Sendable {
  /// Protected data becomes unavailable.
  case screen
  /// The service at that place in the order of `Services`.
  case service(Int)
  /// A machine that was woken for an alarm may sleep again.
  case alarmWake
  /// Something of the app's process is due.
  case app(slot: Int)
  /// The app's background work must be reviewed.
  case work(slot: Int)

  private static let firstService = 1
  private static let alarmWakeIndex = firstService + Services.count
  /// The keys of the device as a whole, before those of the apps.
  private static let deviceKeys = alarmWakeIndex + 1

  /// Every key of a device with apps in these slots.
  static func all(slots: Range<Int>) -> [DeadlineKey] {
    (0..<deviceKeys + 2 * slots.upperBound).map(DeadlineKey.init(index:))
  }

  /// The key's dense number, by which equal deadlines are ordered.
  var index: Int {
    switch self {
    case .screen: 0
    case .service(let place): Self.firstService + place
    case .alarmWake: Self.alarmWakeIndex
    case .app(let slot): Self.deviceKeys + 2 * slot
    case .work(let slot): Self.deviceKeys + 2 * slot + 1
    }
  }

  init(index: Int) {
    switch index {
    case 0: self = .screen
    case Self.alarmWakeIndex: self = .alarmWake
    case Self.firstService..<Self.alarmWakeIndex: self = .service(index - Self.firstService)
    default:
      let (slot, isWork) = (index - Self.deviceKeys).quotientAndRemainder(dividingBy: 2)
      self = isWork == 1 ? .work(slot: slot) : .app(slot: slot)
    }
  }
}
