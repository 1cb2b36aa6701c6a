package import TorporModel

/// Duplicates of descriptors that apps have handed over; they are polled, and never read from.
///
/// No method blocks or throws. That one can be read, or that its other end is gone, is posted to the
/// sink as `DeviceEvent.descriptor`, once for each `watch`.
package protocol DescriptorPort: AnyObject {
  /// Why a descriptor that has come cannot be kept under that name; `nil`: it can.
  func objection(to descriptor: Int32, for name: DescriptorName) -> DescriptorRefusal?
  /// Takes a descriptor over; what had its name is closed.
  func keep(_ descriptor: HandedDescriptor)
  /// Polls a descriptor until it has something to tell; posts `descriptorLost` where there is none.
  func watch(_ name: DescriptorName)
  /// Stops polling, but keeps the descriptor.
  func rest(_ name: DescriptorName)
  /// Closes the descriptor.
  func drop(_ name: DescriptorName)
  /// Fetches what an earlier daemon has kept from the processes that outlived it, if it is still the
  /// same; returns what is lost.
  func recover(from survivors: [Survivor]) -> [DescriptorName]
}

/// Names a descriptor of an app.
package struct DescriptorName: Hashable, Sendable {
  package let app: AppIdentifier
  package let name: String

  package init(app: AppIdentifier, name: String) {
    self.app = app
    self.name = name
  }
}

/// A descriptor that an app has handed over, with what a later daemon needs to find it again.
package struct HandedDescriptor: Hashable, Sendable {
  package let name: DescriptorName
  /// The duplicate; whoever keeps it owns it.
  package let descriptor: Int32
  package let launch: LaunchIdentifier
  /// The process of the app that has sent it.
  package let processID: Int32
  /// The number that it has there; `nil` where the app did not say.
  package let number: Int32?

  package init(
    name: DescriptorName,
    descriptor: Int32,
    launch: LaunchIdentifier,
    processID: Int32,
    number: Int32?
  ) {
    self.name = name
    self.descriptor = descriptor
    self.launch = launch
    self.processID = processID
    self.number = number
  }
}
