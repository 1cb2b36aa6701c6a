package import TorporCore

/// Passes each order about sounds, places, notifications and links to the port that carries it out.
package final class ServiceRouter: ServicePort {
  private let descriptors: any DescriptorPort
  private let desktops: any ServicePort

  /// Makes a router between the table of descriptors and the desktops.
  package init(descriptors: any DescriptorPort, desktops: any ServicePort) {
    self.descriptors = descriptors
    self.desktops = desktops
  }

  package func perform(_ effect: ServiceEffect) {
    switch effect {
    case .watchDescriptor(let app, let name):
      descriptors.watch(DescriptorName(app: app, name: name))
    case .pauseDescriptor(let app, let name):
      descriptors.rest(DescriptorName(app: app, name: name))
    case .dropDescriptor(let app, let name):
      descriptors.drop(DescriptorName(app: app, name: name))
    case .show, .withdraw, .locate, .scanForBeacons, .bluetooth, .badge, .suspendMachine:
      desktops.perform(effect)
    }
  }
}
