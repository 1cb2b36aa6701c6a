import TorporCore
import TorporModel

@testable import TorporDaemon

/// A table of descriptors that notes what it is told.
final class PlayedDescriptors: DescriptorPort {
  enum Order: Hashable {
    case watch(String), rest(String), drop(String), keep(String, Int32), take(String)
  }

  private(set) var orders: [Order] = []
  private(set) var kept: [HandedDescriptor] = []
  private(set) var recoveries: [[DescriptorName]] = []
  /// What the next descriptor is refused for.
  var objection: DescriptorRefusal?
  /// What a restart finds lost.
  var lost: [DescriptorName] = []

  func objection(
    to descriptor: Int32,
    for name: DescriptorName,
    ofUser userID: UInt32
  ) -> DescriptorRefusal? {
    objection
  }

  func keep(_ descriptor: HandedDescriptor) {
    kept.append(descriptor)
    orders.append(.keep(descriptor.name.name, descriptor.descriptor))
  }

  func watch(_ name: DescriptorName) { orders.append(.watch(name.name)) }
  func rest(_ name: DescriptorName) { orders.append(.rest(name.name)) }
  func drop(_ name: DescriptorName) { orders.append(.drop(name.name)) }

  func take(_ name: DescriptorName) -> Int32? {
    orders.append(.take(name.name))
    guard let place = kept.lastIndex(where: { $0.name == name }) else { return nil }
    return kept.remove(at: place).descriptor
  }

  func recover(keeping names: [DescriptorName]) -> [DescriptorName] {
    recoveries.append(names)
    return lost
  }
}

/// A desktop that notes what it is told.
final class PlayedDesktop: ServicePort {
  private(set) var effects: [ServiceEffect] = []

  func perform(_ effect: ServiceEffect) { effects.append(effect) }
}
