import TorporModel

/// All services, in the order in which they are told what happens, and in which equal deadlines are dealt with: the
/// only list of them.
package struct Services: Hashable, Sendable {
  package internal(set) var jobs = JobService()
  package internal(set) var location = LocationService()
  package internal(set) var notifications = NotificationService()
  package internal(set) var audio = AudioService()
  package internal(set) var pushToTalk = PushToTalkService()
  package internal(set) var links = LinkService()
  package internal(set) var push = PushService()
  package internal(set) var paging = PagingService()

  /// How many there are.
  static let count = 8

  package init() {}

  /// Has the visitor see each of them, with its place in the order.
  func visit(_ visitor: inout some ServiceVisitor) {
    visitor.visit(jobs, at: 0)
    visitor.visit(location, at: 1)
    visitor.visit(notifications, at: 2)
    visitor.visit(audio, at: 3)
    visitor.visit(pushToTalk, at: 4)
    visitor.visit(links, at: 5)
    visitor.visit(push, at: 6)
    visitor.visit(paging, at: 7)
  }

  /// Tells the service at that place.
  mutating func tell(
    _ event: SystemEvent,
    at place: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch place {
    case 0: jobs.handle(event, device, &out)
    case 1: location.handle(event, device, &out)
    case 2: notifications.handle(event, device, &out)
    case 3: audio.handle(event, device, &out)
    case 4: pushToTalk.handle(event, device, &out)
    case 5: links.handle(event, device, &out)
    case 6: push.handle(event, device, &out)
    case 7: paging.handle(event, device, &out)
    default: preconditionFailure("no service has the place \(place)")
    }
  }

  /// The first deadline of all, and the place of whose it is.
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
  mutating func visit(_ service: some Service, at place: Int)
}

private struct FirstDeadline: ServiceVisitor {
  var found: (at: Instant, place: Int)?

  @inline(__always)
  mutating func visit(_ service: some Service, at place: Int) {
    guard let at = service.nextDeadline else { return }
    if found.map({ at < $0.at }) ?? true { found = (at, place) }
  }
}

private struct FirstAlarm: ServiceVisitor {
  let device: DeviceState
  var found: Instant?

  mutating func visit(_ service: some Service, at place: Int) {
    guard let at = service.nextAlarm(on: device) else { return }
    found = found.map { min($0, at) } ?? at
  }
}

private struct BrokenInvariants: ServiceVisitor {
  let device: DeviceState
  var found: [String] = []

  mutating func visit(_ service: some Service, at place: Int) {
    found += service.brokenInvariants(on: device)
  }
}
