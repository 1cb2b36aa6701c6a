/// The properties of one interface of one object, as they are and whenever they change.
///
/// All are asked for when the bus is there and whenever the service has come anew; then changes are
/// merged. A signal of anybody but the owner of the service's name is not heard.
final class PropertyWatch {
  /// What is known.
  enum State {
    /// Everything, by name, variants opened.
    case known([String: BusValue])
    /// Nothing, and why.
    case unknown(cause: String)
  }

  private let bus: BusConnection
  let service: String
  let path: String
  let interface: String
  /// Whether a service that does not run is started for this.
  private let startsService: Bool
  private let handler: (State) -> Void
  private var owner: String?
  private var properties: [String: BusValue] = [:]
  private var tokens: [BusConnection.Token] = []
  /// Counts what was asked, so that an answer to an earlier question is not taken for the present one.
  private var question = 0

  /// Watches from now on; the handler is told when something is known, changes, or is not any more.
  init(
    on bus: BusConnection,
    service: String,
    path: String,
    interface: String,
    startsService: Bool = true,
    handler: @escaping (State) -> Void
  ) {
    self.bus = bus
    self.service = service
    self.path = path
    self.interface = interface
    self.startsService = startsService
    self.handler = handler
    tokens.append(
      bus.match(
        "type='signal',sender='\(service)',path='\(path)',"
          + "interface='\(BusNames.properties)',member='PropertiesChanged',arg0='\(interface)'"
      ) { [unowned self] in changed($0) }
    )
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(service)'"
      ) { [unowned self] in ownerChanged($0) }
    )
    tokens.append(
      bus.observe { [weak self] state in
        switch state {
        case .connected: self?.ask()
        case .lost(let cause): self?.forget(because: cause)
        case .connecting: break
        }
      }
    )
  }

  deinit { for token in tokens { bus.cancel(token) } }

  /// Asks for everything anew.
  func ask() {
    question += 1
    let asked = question
    let call = BusCall(
      destination: service,
      path: path,
      interface: BusNames.properties,
      member: "GetAll",
      arguments: [.string(interface)],
      startsService: startsService
    )
    bus.call(call) { [weak self] result in
      guard let self, asked == question else { return }
      switch result {
      case .success(let reply):
        owner = reply.sender
        properties = reply.values.first?.members ?? [:]
        handler(.known(properties))
      case .failure(let failure): forget(because: "\(failure)")
      }
    }
  }

  private func changed(_ event: BusEvent) {
    // Before the first answer there is nothing to merge into.
    guard event.sender == owner, event.values.count == 3, event.values[0].text == interface else {
      return
    }
    // What is invalidated must be asked for.
    guard event.values[2].elements.isEmpty else { return ask() }
    properties.merge(event.values[1].members) { _, new in new }
    handler(.known(properties))
  }

  private func ownerChanged(_ event: BusEvent) {
    guard event.isFromBus, event.values.count == 3, event.values[0].text == service else { return }
    // It came: the first answer is what counts. It went: nothing is known.
    if event.values[2].text?.isEmpty == false {
      ask()
    } else {
      forget(because: "\(service) has gone")
    }
  }

  private func forget(because cause: String) {
    question += 1
    (owner, properties) = (nil, [:])
    handler(.unknown(cause: cause))
  }
}
