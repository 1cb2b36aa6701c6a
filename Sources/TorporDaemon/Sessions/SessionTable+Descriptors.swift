import TorporCore
import TorporModel
import TorporWire

// What apps ask of the background services, with what goes past the policy: descriptors.

extension SessionTable {
  /// The descriptor that a call hands over; `nil` where it hands over none.
  ///
  /// - Throws: `WireError.refused` where none has come, it cannot be polled, or there is no room.
  func handed(
    over call: WireSession.Call,
    _ work: AppRequestOfCall,
    by peer: Peer
  ) throws(WireError) -> HandedDescriptor? {
    guard case .service(.descriptor(.watch(let name, _))) = work.request else { return nil }
    let device = driver.device
    guard let launch = peer.launch, let slot = device.apps.slot(of: launch),
      let app = device.apps[slot: slot]?.identifier, let table = driver.descriptors,
      let descriptor = call.descriptors.first
    else { throw .refused(.service(.descriptor(.notPollable(name: name)))) }
    let key = DescriptorName(app: app, name: name)
    if let objection = table.objection(to: descriptor, for: key, ofUser: peer.userID) {
      throw .refused(.service(.descriptor(objection)))
    }
    return HandedDescriptor(name: key, userID: peer.userID, descriptor: descriptor)
  }
}
