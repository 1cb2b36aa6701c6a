import TorporModel

/// All services, in the order in which they are notified, and in which equal deadlines are handled:
/// the only list of them.
package struct Services: Hashable, Sendable {
  // Shape: a property for each service.
  package internal(set) var scheduler = SchedulerService()
  package internal(set) var jobs = JobService()
  package internal(set) var transfers = TransferService()
  package internal(set) var location = LocationService()
  package internal(set) var notifications = NotificationService()
  package internal(set) var audio = AudioService()
  package internal(set) var pushToTalk = PushToTalkService()
  package internal(set) var bluetooth = BluetoothService()
  package internal(set) var accessories = AccessoryService()
  package internal(set) var descriptors = DescriptorService()
  package internal(set) var newsstand = NewsstandService()
  package internal(set) var push = PushService()
  package internal(set) var paging = PagingService()
  package internal(set) var storage = StorageService()
  package internal(set) var consumption = ConsumptionService()

  /// The place of each service in the order.
  enum Place: Int, CaseIterable {
    case scheduler, jobs, transfers, location, notifications, audio, pushToTalk, bluetooth
    case accessories, descriptors, newsstand, push, paging, consumption, storage
  }

  /// How many there are.
  static let count = Place.allCases.count

  package init() {}

  /// Has the visitor see each of them, in the order.
  ///
  /// Inlined, since a call would be passed a copy of all services.
  @inline(__always)
  func visit(_ visitor: inout some ServiceVisitor) {
    visitor.visit(scheduler, at: .scheduler)
    visitor.visit(jobs, at: .jobs)
    visitor.visit(transfers, at: .transfers)
    visitor.visit(location, at: .location)
    visitor.visit(notifications, at: .notifications)
    visitor.visit(audio, at: .audio)
    visitor.visit(pushToTalk, at: .pushToTalk)
    visitor.visit(bluetooth, at: .bluetooth)
    visitor.visit(accessories, at: .accessories)
    visitor.visit(descriptors, at: .descriptors)
    visitor.visit(newsstand, at: .newsstand)
    visitor.visit(push, at: .push)
    visitor.visit(paging, at: .paging)
    visitor.visit(consumption, at: .consumption)
    visitor.visit(storage, at: .storage)
  }

  /// Tells the service at that place.
  ///
  /// Not inlined: in the loop over the notified services, the places of all services would be computed
  /// before the first.
  @inline(never)
  mutating func tell(
    _ event: SystemEvent,
    at place: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch Place(rawValue: place) {
    case .scheduler: scheduler.handle(event, device, &out)
    case .jobs: jobs.handle(event, device, &out)
    case .transfers: transfers.handle(event, device, &out)
    case .location: location.handle(event, device, &out)
    case .notifications: notifications.handle(event, device, &out)
    case .audio: audio.handle(event, device, &out)
    case .pushToTalk: pushToTalk.handle(event, device, &out)
    case .bluetooth: bluetooth.handle(event, device, &out)
    case .accessories: accessories.handle(event, device, &out)
    case .descriptors: descriptors.handle(event, device, &out)
    case .newsstand: newsstand.handle(event, device, &out)
    case .push: push.handle(event, device, &out)
    case .paging: paging.handle(event, device, &out)
    case .consumption: consumption.handle(event, device, &out)
    case .storage: storage.handle(event, device, &out)
    case nil: preconditionFailure("no service has the place \(place)")
    }
  }

  /// The first deadline of all services, and the place of its service; inlined like `visit`.
  @inline(__always)
  var nextDeadline: (at: Instant, place: Int)? {
    var first = FirstDeadline()
    visit(&first)
    return first.found
  }

  /// The first moment at which a machine that sleeps is to be woken for one of them.
  func nextAlarm(on device: DeviceState) -> Instant? {
    var first = FirstAlarm(device: device)
    visit(&first)
    return first.found
  }

  func brokenInvariants(on device: DeviceState) -> [String] {
    var rules = BrokenInvariants(device: device)
    visit(&rules)
    return rules.found
  }
}

/// What looks at every service.
protocol ServiceVisitor {
  mutating func visit(_ service: some Service, at place: Services.Place)
}

private struct FirstDeadline: ServiceVisitor {
  var found: (at: Instant, place: Int)?

  @inline(__always)
  mutating func visit(_ service: some Service, at place: Services.Place) {
    guard let at = service.nextDeadline else { return }
    if found.map({ at < $0.at }) ?? true { found = (at, place.rawValue) }
  }
}

private struct FirstAlarm: ServiceVisitor {
  let device: DeviceState
  var found: Instant?

  mutating func visit(_ service: some Service, at place: Services.Place) {
    guard let at = service.nextAlarm(on: device) else { return }
    found = found.map { min($0, at) } ?? at
  }
}

private struct BrokenInvariants: ServiceVisitor {
  let device: DeviceState
  var found: [String] = []

  mutating func visit(_ service: some Service, at place: Services.Place) {
    found += service.brokenInvariants(on: device)
  }
}

// MARK: Requests

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
