/// The current properties of one interface of one object, and their changes.
///
/// All are requested when the bus is connected and whenever the service has appeared again; changes are then merged.
/// Signals of processes other than the owner of the service's name are ignored.
final class PropertyWatch {
  /// The known state.
  enum State {
    /// All properties, by name, with variants opened.
    case known([String: BusValue])
    /// The properties are unknown, and why.
    case unknown(cause: String)
  }

  private let bus: BusConnection
  let service: String
  let path: String
  let interface: String
  /// Whether a service that is not running is started for this.
  private let startsService: Bool
  private let handler: (State) -> Void
  private var owner: String?
  private var properties: [String: BusValue] = [:]
  private var tokens: [BusConnection.Token] = []
  /// The number of queries, so that an answer to an earlier query is not taken for the current one.
  private var question = 0

  /// Begins to watch; the handler is called when the state becomes known, changes, or is no longer known.
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

  /// Requests all properties again.
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
    // Invalidated properties must be requested.
    guard event.values[2].elements.isEmpty else { return ask() }
    properties.merge(event.values[1].members) { _, new in new }
    handler(.known(properties))
  }

  private func ownerChanged(_ event: BusEvent) {
    guard event.isFromBus, event.values.count == 3, event.values[0].text == service else { return }
    // If it appeared, the first answer counts. If it left, the state is unknown.
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
