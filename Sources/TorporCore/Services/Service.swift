package import TorporModel

/// One service of the device: a value that owns its state and is notified of events.
///
/// It reads the rest of the device through `DeviceState` without changing it. It puts its requests
/// into an outbox, which the device processes after the service has returned, item by item and each
/// with all its consequences; a service is therefore never called while it is working.
/// docs/decisions/0030 has the reasons, and describes how to add one.
package protocol Service: Hashable, Sendable {
  /// The requests that an app may make.
  associatedtype Request

  /// The app in the slot asks for something, and is answered when everything in the outbox was done.
  mutating func handle(
    _ request: Request,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply

  /// Something has happened that services may have to follow.
  mutating func handle(_ event: SystemEvent, _ device: DeviceState, _ out: inout Outbox)

  /// When it must be notified by `.deadline`; `nil`: it has no deadline.
  var nextDeadline: Instant? { get }

  /// When a machine that sleeps is to be woken for it; `nil`: never, or not now.
  func nextAlarm(on device: DeviceState) -> Instant?

  /// Every rule of its state that must hold between two inputs and does not, as sentences.
  func brokenInvariants(on device: DeviceState) -> [String]
}
