import TorporCore
import TorporModel

/// An order of the policy that the world answers by an input.
struct HostOrder {
  let key: Key
  let launch: LaunchIdentifier
  /// Of a call.
  var delivery: Delivery?

  /// Orders of one kind to one app: the answers to them come in their order.
  struct Key: Hashable {
    let app: AppIdentifier
    let kind: Kind
  }

  enum Kind: Hashable {
    case launch, freeze, kill, terminate, inspect, sample, measure, footprint, pageOut, readBack
    /// A callback, by its name.
    case call(String)
  }
}

/// Which app each process belongs to, on one of the two devices.
struct LaunchTable {
  private var apps: [LaunchIdentifier: AppIdentifier] = [:]

  init(_ device: Device) {
    for slot in device.apps.slotRange {
      guard let launch = device.apps.process(inSlot: slot)?.launch,
        let app = device.apps[slot: slot]?.identifier
      else { continue }
      apps[launch] = app
    }
  }

  subscript(launch: LaunchIdentifier) -> AppIdentifier? { apps[launch] }

  /// Whether the app has a process.
  func holds(_ app: AppIdentifier) -> Bool { apps.values.contains(app) }

  /// The processes that end by an input, in the order of their numbers.
  func ended(by input: Input) -> [LaunchIdentifier] {
    switch input {
    case .process(let launch, .exited): apps[launch] == nil ? [] : [launch]
    // Nothing outlives the machine.
    case .device(.booted): ended { _ in true }
    case .device(.daemonRestarted(let survivors)):
      ended { launch in !survivors.contains { $0.launch == launch && $0.end == nil } }
    case .user, .app, .process, .device, .timerFired, .transfers: []
    }
  }

  private func ended(_ hasEnded: (LaunchIdentifier) -> Bool) -> [LaunchIdentifier] {
    apps.keys.filter(hasEnded).sorted { $0.rawValue < $1.rawValue }
  }

  mutating func end(_ launch: LaunchIdentifier) { apps[launch] = nil }

  /// The orders among effects, in their order.
  mutating func orders(in effects: [Effect]) -> [HostOrder] {
    var orders: [HostOrder] = []
    func add(_ kind: HostOrder.Kind, _ launch: LaunchIdentifier, _ delivery: Delivery? = nil) {
      guard let app = apps[launch] else { return }
      orders.append(
        HostOrder(key: .init(app: app, kind: kind), launch: launch, delivery: delivery)
      )
    }
    for effect in effects {
      switch effect {
      case .launch(let order):
        apps[order.launch] = order.app
        add(.launch, order.launch)
      case .freeze(let launch): add(.freeze, launch)
      case .kill(let launch): add(.kill, launch)
      case .requestTermination(let launch): add(.terminate, launch)
      case .inspect(let launch): add(.inspect, launch)
      case .sampleProcessorTime(let launch): add(.sample, launch)
      case .measureUsage(let launch): add(.measure, launch)
      case .measureFootprint(let launch): add(.footprint, launch)
      case .pageOut(let order): add(.pageOut, order.launch)
      case .readBack(let order): add(.readBack, order.launch)
      case .deliver(let launch, let delivery):
        add(.call(delivery.callback.name), launch, delivery)
      case .thaw, .release, .prioritize, .watchSockets, .reply, .record, .remove, .transfer,
        .service, .storage:
        break
      }
    }
    return orders
  }
}
