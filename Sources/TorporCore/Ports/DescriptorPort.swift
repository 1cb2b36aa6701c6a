package import TorporModel

/// Duplicates of descriptors that apps have handed over; they are polled, and never read from.
///
/// No method blocks or throws. That one can be read, or that its other end is gone, is posted to the
/// sink as `DeviceEvent.descriptor`, once for each `watch`.
package protocol DescriptorPort: AnyObject {
  /// Why a descriptor that has come cannot be kept under that name for the user; `nil`: it can.
  func objection(
    to descriptor: Int32,
    for name: DescriptorName,
    ofUser userID: UInt32
  ) -> DescriptorRefusal?
  /// Takes a descriptor over; what had its name is closed.
  func keep(_ descriptor: HandedDescriptor)
  /// Polls a descriptor until it has something to tell; posts `descriptorLost` where there is none.
  func watch(_ name: DescriptorName)
  /// Stops polling, but keeps the descriptor.
  func rest(_ name: DescriptorName)
  /// Closes the descriptor.
  func drop(_ name: DescriptorName)
  /// Hands the descriptor to the caller, who closes it; `nil` where there is none of that name.
  func take(_ name: DescriptorName) -> Int32?
  /// Fetches what an earlier daemon has kept, and closes what is not among the names; returns those that
  /// are lost.
  func recover(keeping names: [DescriptorName]) -> [DescriptorName]
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

/// A descriptor that an app has handed over.
package struct HandedDescriptor: Hashable, Sendable {
  package let name: DescriptorName
  /// Whose app it is.
  package let userID: UInt32
  /// The duplicate; its keeper owns it.
  package let descriptor: Int32

  package init(name: DescriptorName, userID: UInt32, descriptor: Int32) {
    self.name = name
    self.userID = userID
    self.descriptor = descriptor
  }
}
