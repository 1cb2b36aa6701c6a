import TorporModel

// Which service a request is for, and what has to be known of it before it gets there: a new case of `ServiceRequest` is
// decided here, and nowhere else.

extension Services {
  /// Has a request done by its service.
  @inline(__always)
  mutating func handle(
    _ request: ServiceRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    switch request {
    // The device answers it: no service owns what the user allows.
    case .permission: .done
    case .push(let request): push.handle(request, inSlot: slot, device, &out)
    case .location(let request): location.handle(request, inSlot: slot, device, &out)
    case .notifications(let request): notifications.handle(request, inSlot: slot, device, &out)
    case .audio(let request): audio.handle(request, inSlot: slot, device, &out)
    case .accessory(let request): accessories.handle(request, inSlot: slot, device, &out)
    case .bluetooth(let request): bluetooth.handle(request, inSlot: slot, device, &out)
    case .descriptor(let request): descriptors.handle(request, inSlot: slot, device, &out)
    case .pushToTalk(let request): pushToTalk.handle(request, inSlot: slot, device, &out)
    }
  }
}

extension ServiceRequest {
  /// Whether it must be on the disk before it is acted upon.
  var isLasting: Bool {
    switch self {
    case .push(let request): request.isLasting
    case .location(let request): request.isLasting
    case .notifications(let request): request.isLasting
    case .audio(let request): request.isLasting
    case .accessory(let request): request.isLasting
    case .bluetooth(let request): request.isLasting
    case .descriptor(let request): request.isLasting
    case .pushToTalk(let request): request.isLasting
    case .permission(let request): request.isLasting
    }
  }

  /// What the app uses with it that the user has to allow; `nil`: nothing, or it ends a use.
  func permissionUsed(in profile: Profile) -> Permission? {
    switch self {
    case .audio(.activate(let session)): session.category.records ? .microphone : nil
    case .pushToTalk(.beginTransmitting): .microphone
    case .location(let request): request.usesLocation ? .location : nil
    case .bluetooth(let request): request.isUse(in: profile) ? .bluetooth : nil
    case .accessory(.connected), .accessory(.open): .accessories
    case .accessory(.close), .audio, .pushToTalk, .push, .notifications, .descriptor, .permission:
      nil
    }
  }
}
