import TorporCore
import TorporModel

/// The kernel's counters of processes on both devices.
struct Meters {
  private var recorded: [LaunchIdentifier: ResourceUsage] = [:]
  private var own: [LaunchIdentifier: ResourceUsage] = [:]
  private var recordedProcessor: [LaunchIdentifier: Duration] = [:]
  private var ownProcessor: [LaunchIdentifier: Duration] = [:]

  /// Processes from before the recording of which the first reading only says where counting begins.
  private var existing: Set<LaunchIdentifier> = []
  private var existingProcessor: Set<LaunchIdentifier> = []

  init() {}

  /// Processes from before the recording are counted from where the device has booked them: both devices have that.
  init(existing device: Device) {
    for slot in device.apps.slotRange {
      guard let launch = device.apps.process(inSlot: slot)?.launch,
        let app = device.apps[slot: slot]?.identifier
      else { continue }
      existingProcessor.insert(launch)
      if let booked = device.services.consumption[app].bookedUsage(of: launch) {
        recorded[launch] = booked
        own[launch] = booked
      } else {
        existing.insert(launch)
      }
    }
  }

  func own(_ launch: LaunchIdentifier) -> ResourceUsage? { own[launch] }

  mutating func add(_ use: ResourceUsage, to launch: LaunchIdentifier) {
    own[launch] = own[launch]?.adding(use) ?? use
    ownProcessor[launch] = (ownProcessor[launch] ?? .zero) + use.processor
  }

  /// A reading of the recorded device; what has come since the last one counts for the other device where `counts`.
  mutating func read(
    _ usage: ResourceUsage,
    of launch: LaunchIdentifier,
    for other: LaunchIdentifier?,
    counts: Bool
  ) {
    if existing.remove(launch) != nil {
      recorded[launch] = usage
      if other == launch { own[launch] = usage }
      return
    }
    let usage = usage.filled(from: recorded[launch])
    let increase = usage.increase(since: recorded[launch])
    recorded[launch] = usage
    guard let other, counts else { return }
    own[other] = own[other]?.adding(increase) ?? increase
  }

  /// A reading of the processor monitor, as the other device gets it.
  mutating func readProcessor(
    _ total: Duration,
    of launch: LaunchIdentifier,
    for other: LaunchIdentifier
  ) -> Duration {
    if existingProcessor.remove(launch) != nil {
      recordedProcessor[launch] = total
      if other == launch { ownProcessor[launch] = total }
      return ownProcessor[other] ?? .zero
    }
    let increase = max(.zero, total - (recordedProcessor[launch] ?? .zero))
    recordedProcessor[launch] = total
    ownProcessor[other] = (ownProcessor[other] ?? .zero) + increase
    return ownProcessor[other] ?? .zero
  }

  mutating func recordedEnd(of launch: LaunchIdentifier) {
    recorded[launch] = nil
    recordedProcessor[launch] = nil
  }

  mutating func ownEnd(of launch: LaunchIdentifier) {
    own[launch] = nil
    ownProcessor[launch] = nil
  }
}
