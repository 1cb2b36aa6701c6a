import TorporPosix

/// BlueZ on the system bus: its state, its changes, and calls to its objects.
///
/// It costs a message for each change; during a scan, some a second for each device in range.
final class BlueZClient {
  static let service = "org.bluez"
  private static let objectManager = "org.freedesktop.DBus.ObjectManager"

  let bus: BusConnection
  private(set) var radio = Radio()
  /// Receives changes in order; `radio` already contains them.
  var changed: ([Radio.Change]) -> Void = { _ in }
  /// Receives whether BlueZ is available, and if not, why.
  var availability: (_ cause: String?) -> Void = { _ in }
  private var tokens: [BusConnection.Token] = []
  /// The unique name of the connection that owns the known objects; `nil`: none.
  private var owner: String?
  /// The number of queries, so that the answer to an old one is ignored.
  private var question = 0

  init(on bus: BusConnection) { self.bus = bus }

  deinit { for token in tokens { bus.cancel(token) } }

  func start() {
    let from = "type='signal',sender='\(BlueZClient.service)'"
    tokens = [
      bus.match("\(from),path='/',interface='\(BlueZClient.objectManager)'") { [unowned self] in
        objectsChanged($0)
      },
      bus.match(
        "\(from),path_namespace='/org/bluez',interface='\(BusNames.properties)',"
          + "member='PropertiesChanged'"
      ) { [unowned self] event in
        guard event.sender == owner, event.values.count == 3 else { return }
        let interface = event.values[0].text ?? ""
        changed(radio.change(event.path, interface, event.values[1].members))
      },
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(BlueZClient.service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        forget(because: "BlueZ has gone")
        if event.values[2].text?.isEmpty == false { load() }
      },
      bus.observe { [weak self] state in
        switch state {
        case .connected: self?.load()
        case .lost(let cause): self?.forget(because: cause)
        case .connecting: break
        }
      },
    ]
  }

  /// Returns whether the connection with that name is BlueZ's.
  func isBlueZ(_ name: String) -> Bool { name == owner }

  /// Calls a method of one of BlueZ's objects.
  func call(
    _ path: String,
    _ interface: String,
    _ member: String,
    _ arguments: [BusValue] = [],
    timeout: Duration = .seconds(25),
    _ handler: @escaping (BusFailure?) -> Void = { _ in }
  ) {
    let call = BusCall(
      destination: BlueZClient.service,
      path: path,
      interface: interface,
      member: member,
      arguments: arguments,
      startsService: false,
      timeout: timeout
    )
    bus.call(call) { result in
      if case .failure(let failure) = result { handler(failure) } else { handler(nil) }
    }
  }

  private func load() {
    question += 1
    let asked = question
    let call = BusCall(
      destination: BlueZClient.service,
      path: "/",
      interface: BlueZClient.objectManager,
      member: "GetManagedObjects",
      startsService: false
    )
    bus.call(call) { [weak self] result in
      guard let self, asked == question else { return }
      switch result {
      case .success(let reply):
        owner = reply.sender
        availability(nil)
        // Devices come before the objects beneath them.
        let objects = (reply.values.first?.entries ?? [])
          .sorted { ($0.key.text ?? "") < ($1.key.text ?? "") }
        changed(objects.flatMap { self.radio.add($0.key.text ?? "", $0.value) })
      case .failure(let failure): forget(because: "\(failure)")
      }
    }
  }

  private func objectsChanged(_ event: BusEvent) {
    guard event.sender == owner, event.values.count == 2, let path = event.values[0].text else {
      return
    }
    switch event.member {
    case "InterfacesAdded": changed(radio.add(path, event.values[1]))
    case "InterfacesRemoved": changed(radio.remove(path, event.values[1].texts))
    default: break
    }
  }

  private func forget(because cause: String) {
    question += 1
    owner = nil
    let changes = radio.removeAll()
    availability(cause)
    changed(changes)
  }
}
