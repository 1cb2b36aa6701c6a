import TorporPosix
import TorporWire

/// A UnifiedPush distributor: programs of the session that were not written for Torpor register here, and receive their
/// servers' messages over the bus, which starts programs that are not running.
///
/// It owns its name on the bus once a gateway could be reached, or a program is registered: a program uses the first
/// distributor that it finds, and one that cannot deliver anything would keep it from another.
final class DistributorPart: Part {
  let name = "unifiedpush"
  private let bus: BusConnection
  private let outbox: Outbox
  private let environment: (String) -> String?
  private var registrations: PushRegistrations?
  private var messages: PushMessages?
  private var tokens: [BusConnection.Token] = []
  private var isServing = false
  /// Channels whose program is being told its address.
  private var telling: Set<String> = []
  /// Whether the last attempt to write the registrations failed.
  private var hasTrouble = false

  static let busName = "org.unifiedpush.Distributor.torpor"

  init(
    on bus: BusConnection,
    loop: EventLoop,
    outbox: Outbox,
    environment: @escaping (String) -> String?,
    waits: PushMessages.Waits = .init()
  ) {
    (self.bus, self.outbox, self.environment) = (bus, outbox, environment)
    messages = PushMessages(on: bus, loop: loop, outbox: outbox, waits: waits) {
      [unowned self] in tellChannels()
    }
  }

  func start() {
    do throws(SystemError) {
      registrations = try PushRegistrations(environment)
    } catch {
      return outbox.tell(self, isAvailable: false, because: "\(error)")
    }
    guard let registrations else {
      let cause = "neither XDG_STATE_HOME nor HOME is set"
      return outbox.tell(self, isAvailable: false, because: cause)
    }
    tokens.append(
      bus.observe { [unowned self] state in
        if case .lost(let cause) = state { outbox.tell(self, isAvailable: false, because: cause) }
        if case .connected = state, !isServing { outbox.tell(self, isAvailable: true) }
      }
    )
    if !registrations.all.isEmpty { serve() }
    tellChannels()
  }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .servePushes: serve()
    case .pushEndpoint(let channel, let endpoint): take(endpoint, of: channel)
    case .pushChannelEnded(let channel):
      guard registrations?.all.contains(where: { $0.channel == channel && $0.hasEnded }) == true
      else { return }
      change { (all) throws(SystemError) in try all.remove(channel: channel) }
      tellChannels()
    case .bringPushMessage(let channel, let identifier, let data):
      guard let registration = registrations?.live(channel: channel) else {
        return outbox.tell(.pushMessageAnswered(identifier: identifier, outcome: .unknown))
      }
      messages?.bring(data, identifier, to: registration)
    default: break
    }
  }

  /// Handles a new daemon: messages from the previous one arrive again.
  func attached() { messages?.forgetTimes() }

  private func serve() {
    guard !isServing, registrations != nil else { return }
    isServing = true
    tokens.append(
      bus.serve(path: DistributorRequest.path) { [unowned self] event, due in take(event, due) }
    )
    tokens.append(
      bus.own(Self.busName) { [unowned self] isOurs in
        outbox.tell(
          self,
          isAvailable: isOurs,
          because: isOurs ? nil : "another program has the name \(Self.busName)"
        )
      }
    )
  }

  private func tellChannels() {
    guard let registrations else { return }
    let resting = messages?.resting ?? []
    outbox.tell(
      .pushChannels(
        channels: registrations.all.filter { !$0.hasEnded && !resting.contains($0.channel) }
          .map { PushChannel(channel: $0.channel, key: $0.key) },
        ended: registrations.all.filter(\.hasEnded).map(\.channel)
      )
    )
  }

  /// Changes the saved state; returns whether it could be saved.
  @discardableResult
  private func change(_ change: (inout PushRegistrations) throws(SystemError) -> Void) -> Bool {
    guard var changed = registrations else { return false }
    do throws(SystemError) {
      try change(&changed)
    } catch {
      hasTrouble = true
      outbox.tell(self, isAvailable: false, because: "\(error)")
      return false
    }
    registrations = changed
    if hasTrouble { outbox.tell(self, isAvailable: true) }
    hasTrouble = false
    return true
  }

  // MARK: Requests of programs

  private func take(_ event: BusEvent, _ due: BusDue) {
    if event.interface == "org.freedesktop.DBus.Introspectable", event.member == "Introspect" {
      return due.answer(.values([.string(DistributorRequest.introspection)]))
    }
    let request: DistributorRequest
    do throws(DistributorRequest.Mistake) {
      guard let read = try DistributorRequest(event) else {
        return due.answer(.unknownMethod(event))
      }
      request = read
    } catch {
      return due.answer(.invalidArguments(error.sentence))
    }
    switch request.task {
    case .register(let service, let key):
      ifOwned(service, by: event.sender) { [unowned self] isOwned in
        guard isOwned else { return due.answer(request.answer(.unauthorized)) }
        register(request, service, key, due)
      }
    case .unregister:
      // An unknown registration has ended.
      guard let registration = registrations?.live(token: request.token) else {
        return due.answer(request.unregistered)
      }
      ifOwned(registration.service, by: event.sender) { [unowned self] isOwned in
        due.answer(request.unregistered)
        if isOwned { unregister(registration) }
      }
    }
  }

  /// Checks that the caller owns the name: no process may register or end the registration of another program.
  private func ifOwned(_ service: String, by sender: String, _ then: @escaping (Bool) -> Void) {
    bus.call(BusQuestion.owner(of: service)) { result in
      then((try? result.get().values.first?.text) == sender)
    }
  }

  private func register(
    _ request: DistributorRequest,
    _ service: String,
    _ key: String?,
    _ due: BusDue
  ) {
    guard let registrations else { return }
    var known = registrations.live(token: request.token)
    if let other = known, other.service != service {
      return due.answer(request.answer(.unauthorized))
    }
    if let former = known, former.key != key {
      // Senders with the old key, or with an address without a key, must not reach the program any more: it gets
      // another channel.
      guard end(former) else { return due.answer(request.answer(.internalError)) }
      known = nil
    }
    guard known != nil || self.registrations?.hasRoom(for: service) == true,
      let channel = known?.channel ?? (try? PushRegistrations.newChannel())
    else { return due.answer(request.answer(.internalError)) }
    let registration = PushRegistration(
      token: request.token,
      service: service,
      version: request.version,
      key: key,
      channel: channel,
      endpoint: known?.endpoint
    )
    guard change({ (all) throws(SystemError) in try all.keep(registration) }) else {
      return due.answer(request.answer(.internalError))
    }
    due.answer(request.answer(nil))
    messages?.programIsThere(channel)
    telling.remove(channel)
    tellEndpoint(of: channel)
    tellChannels()
  }

  private func unregister(_ registration: PushRegistration) {
    guard end(registration) else { return }
    tellChannels()
    bus.send(ConnectorCall.unregistered(registration))
  }

  private func end(_ registration: PushRegistration) -> Bool {
    guard change({ (all) throws(SystemError) in try all.end(registration) }) else { return false }
    messages?.forget(registration.channel)
    return true
  }

  // MARK: Messages of the gateway

  private func take(_ endpoint: String, of channel: String) {
    guard var registration = registrations?.live(channel: channel) else { return }
    if registration.endpoint != endpoint {
      registration.endpoint = endpoint
      registration.isOwed = true
      // A change that could not be saved is reported when the gateway repeats it.
      guard change({ (all) throws(SystemError) in try all.keep(registration) }) else { return }
      telling.remove(channel)
    }
    tellEndpoint(of: channel)
  }

  private func tellEndpoint(of channel: String) {
    guard let registration = registrations?.live(channel: channel),
      let endpoint = registration.endpoint, registration.isOwed, telling.insert(channel).inserted
    else { return }
    bus.call(ConnectorCall.newEndpoint(endpoint, to: registration)) { [weak self] result in
      self?.telling.remove(channel)
      // A program that could not be informed is informed at the gateway's next connection.
      guard let self, case .success = result,
        var told = registrations?.live(channel: channel), told.endpoint == endpoint
      else { return }
      told.isOwed = false
      change { (all) throws(SystemError) in try all.keep(told) }
    }
  }
}
