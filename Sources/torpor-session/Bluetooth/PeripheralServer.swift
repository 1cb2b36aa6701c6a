import TorporModel
import TorporPosix

/// The services that apps offer to centrals: registers them with BlueZ, passes on the requests of centrals, and answers
/// them.
///
/// BlueZ calls our objects, one for each characteristic; no other process on the bus may. A request is held until the
/// app has answered, at most 10 s.
final class PeripheralServer {
  private struct Application {
    let published: PublishedServices
    var tokens: [BusConnection.Token] = []
    /// Paths of the characteristics that a central has subscribed to.
    var notifying: Set<String> = []
  }

  private struct Question {
    let app: AppIdentifier
    let isRead: Bool
    let due: BusDue
    let timer: EventLoop.Token
  }

  /// Receives the requests of centrals.
  var asked: (AppIdentifier, CentralRequest) -> Void = { _, _ in }
  /// Whether a central has subscribed to it.
  var isHeard: () -> Bool = { true }
  private let client: BlueZClient
  private let patience: Duration
  private var applications: [AppIdentifier: Application] = [:]
  private var questions: [CentralRequestIdentifier: Question] = [:]
  private var lastPath = 0
  private var lastRequest: UInt64

  private static let folder = "/io/torpor/Session/peripheral"
  private static let manager = "org.bluez.GattManager1"
  /// The time for which a request is held: 10 s, the time of a wake (§7).
  ///
  /// BlueZ gives up after 25 s, the central after 30 (Core 5.4, vol. 3, part F, 3.3.3).
  static let defaultPatience = Duration.seconds(10)
  /// The maximum number of held requests, of all apps: 256; our choice.
  private static let questionsMax = 256

  init(of client: BlueZClient, patience: Duration = PeripheralServer.defaultPatience) {
    self.client = client
    self.patience = patience
    // An answer to a request of the previous process must not be taken for an answer to one of ours.
    lastRequest = UInt64(BootClock.nanoseconds() / 1000)
  }

  deinit { for question in questions.values { client.bus.loop.cancel(question.timer) } }

  // MARK: Orders

  /// Offers the services of the app; an empty list withdraws them.
  func serve(_ services: [PeripheralService], for app: AppIdentifier) {
    stop(app)
    guard !services.isEmpty else { return }
    lastPath += 1
    let published = PublishedServices(services, at: "\(PeripheralServer.folder)/\(lastPath)")
    var application = Application(published: published)
    application.tokens.append(
      client.bus.export(path: published.path) { [weak self] call in
        guard self?.client.isBlueZ(call.sender) == true else { return .notBlueZ }
        return call.member == "GetManagedObjects" ? .values([published.managedObjects]) : nil
      }
    )
    for (path, entry) in published.entries.sorted(by: { $0.key < $1.key }) {
      application.tokens.append(
        client.bus.serve(path: path) { [weak self] call, due in
          self?.take(call, of: entry, app: app, due)
        }
      )
    }
    applications[app] = application
    for (adapter, isOn) in client.radio.adapters where isOn {
      register(published.path, at: adapter)
    }
  }

  /// Handles an adapter that was added or turned on.
  func adapterCame(_ adapter: String) {
    for path in applications.values.map(\.published.path).sorted() { register(path, at: adapter) }
  }

  /// Withdraws all services when the daemon that ordered them has ended.
  func stopAll() { for app in applications.keys { stop(app) } }

  func answer(_ request: CentralRequestIdentifier, _ answer: CentralAnswer) {
    guard let question = questions.removeValue(forKey: request) else { return }
    client.bus.loop.cancel(question.timer)
    switch answer {
    // The answer to a write has no value.
    case .value(let bytes): question.due.answer(.values(question.isRead ? [.bytes(bytes)] : []))
    case .failure(let code): question.due.answer(.failed(code: code))
    }
  }

  func update(_ app: AppIdentifier, _ service: String, _ characteristic: String, to value: [UInt8])
  {
    guard let application = applications[app],
      let path = application.published.path(of: characteristic, in: service),
      application.notifying.contains(path)
    else { return }
    client.bus.emit(
      path: path,
      interface: BusNames.properties,
      member: "PropertiesChanged",
      [
        .string(PublishedServices.characteristicInterface), .options(["Value": .bytes(value)]),
        .strings([]),
      ]
    )
  }

  private func register(_ path: String, at adapter: String) {
    client.call(
      adapter,
      PeripheralServer.manager,
      "RegisterApplication",
      [.objectPath(path), .options([:])]
    )
  }

  private func stop(_ app: AppIdentifier) {
    guard let application = applications.removeValue(forKey: app) else { return }
    for (request, question) in questions where question.app == app {
      answer(request, .failure(code: CentralAnswer.unlikelyErrorCode))
    }
    for (adapter, isOn) in client.radio.adapters where isOn {
      client.call(
        adapter,
        PeripheralServer.manager,
        "UnregisterApplication",
        [.objectPath(application.published.path)]
      )
    }
    for token in application.tokens { client.bus.cancel(token) }
  }

  // MARK: Requests of centrals

  private func take(
    _ call: BusEvent,
    of entry: PublishedServices.Entry,
    app: AppIdentifier,
    _ due: BusDue
  ) {
    guard client.isBlueZ(call.sender) else { return due.answer(.notBlueZ) }
    let isOurs = call.interface == PublishedServices.characteristicInterface
    switch (isOurs, call.member) {
    case (true, "ReadValue"):
      hold(due, .read, entry, app, options: call.values.first, value: [])
    case (true, "WriteValue"):
      let options = call.values.dropFirst().first
      let value = call.values.first?.data ?? []
      guard options?["type"]?.text == "command" else {
        return hold(due, .write, entry, app, options: options, value: value)
      }
      due.answer(.values([]))
      tell(nil, .write, entry, app, options: options, value: value)
    case (true, "StartNotify"), (true, "StopNotify"):
      let isOn = call.member == "StartNotify"
      due.answer(.values([]))
      if isOn {
        applications[app]?.notifying.insert(call.path)
      } else {
        applications[app]?.notifying.remove(call.path)
      }
      tell(nil, isOn ? .subscribe : .unsubscribe, entry, app, options: nil, value: [])
    // This confirms an indication, for which no caller waits.
    case (true, "Confirm"): due.answer(.values([]))
    default: due.answer(.unknownMethod(call))
    }
  }

  private func hold(
    _ due: BusDue,
    _ kind: CentralRequest.Kind,
    _ entry: PublishedServices.Entry,
    _ app: AppIdentifier,
    options: BusValue?,
    value: [UInt8]
  ) {
    guard isHeard(), questions.count < PeripheralServer.questionsMax,
      value.count <= CentralRequest.valueBytesMax
    else { return due.answer(.failed(code: CentralAnswer.unlikelyErrorCode)) }
    lastRequest += 1
    let request = CentralRequestIdentifier(rawValue: lastRequest)
    let timer = client.bus.loop.schedule(after: patience) { [unowned self] in
      answer(request, .failure(code: CentralAnswer.unlikelyErrorCode))
    }
    questions[request] = Question(app: app, isRead: kind == .read, due: due, timer: timer)
    tell(request, kind, entry, app, options: options, value: value)
  }

  private func tell(
    _ request: CentralRequestIdentifier?,
    _ kind: CentralRequest.Kind,
    _ entry: PublishedServices.Entry,
    _ app: AppIdentifier,
    options: BusValue?,
    value: [UInt8]
  ) {
    let device = options?["device"]?.text
    asked(
      app,
      CentralRequest(
        identifier: request,
        kind: kind,
        service: entry.service.number,
        characteristic: entry.characteristic.number,
        central: device.flatMap { client.radio.devices[$0]?.address },
        offset: Int(options?["offset"]?.integer ?? 0),
        value: value
      )
    )
  }
}

extension BusAnswer {
  /// Returns the error that BlueZ passes to the central as that code (`dbus_error_to_att_ecode`, src/gatt-database.c).
  fileprivate static func failed(code: UInt8) -> BusAnswer {
    .error(name: "org.bluez.Error.Failed", message: "0x" + String(code, radix: 16))
  }

  /// The error for another process that calls a method reserved for BlueZ.
  fileprivate static var notBlueZ: BusAnswer {
    .error(
      name: "org.freedesktop.DBus.Error.AccessDenied",
      message: "Only BlueZ may ask this."
    )
  }
}
