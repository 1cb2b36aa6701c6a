package import TorporCore

/// Has each order about sounds, places, notifications and links done by whoever does it.
package final class ModeRouter: ModePort {
  private let descriptors: any DescriptorPort
  private let desktops: any ModePort

  /// Makes a router between the table of descriptors and the desktops.
  package init(descriptors: any DescriptorPort, desktops: any ModePort) {
    self.descriptors = descriptors
    self.desktops = desktops
  }

  package func perform(_ effect: ModeEffect) {
    switch effect {
    case .watchDescriptor(let app, let name):
      descriptors.watch(DescriptorName(app: app, name: name))
    case .pauseDescriptor(let app, let name):
      descriptors.rest(DescriptorName(app: app, name: name))
    case .dropDescriptor(let app, let name):
      descriptors.drop(DescriptorName(app: app, name: name))
    case .show, .withdraw, .locate, .lookForBeacons, .bluetooth, .badge, .suspendMachine:
      desktops.perform(effect)
    }
  }
}
