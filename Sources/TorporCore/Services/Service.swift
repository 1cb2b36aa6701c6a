package import TorporModel

/// One service of the device: a value that owns its state and is told what happens.
///
/// It sees the rest of the device through `DeviceState` and changes nothing of it. What is to be done it
/// puts into an outbox, which the device works off after the service has returned, item by item and each
/// with all that follows from it; so a service is never called while it is working. docs/decisions/0030
/// says why, and how one is added.
package protocol Service: Hashable, Sendable {
  /// What an app may ask of it.
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

  /// When it wants to be told `.deadline`; `nil`: nothing here waits for time to pass.
  var nextDeadline: Instant? { get }

  /// When a machine that sleeps is to be woken for it; `nil`: never, or not now.
  func nextAlarm(on device: DeviceState) -> Instant?

  /// Every rule of its state that must hold between two inputs and does not, as sentences.
  func brokenInvariants(on device: DeviceState) -> [String]
}
