/// The delegates of the services; each is held weakly, as in Apple's frameworks.
struct ServiceDelegates: Sendable {
  weak var location: (any LocationManagerDelegate)?
  weak var notifications: (any UserNotificationCenterDelegate)?
  weak var pushes: (any PushRegistryDelegate)?
  weak var channel: (any ChannelManagerDelegate)?
  weak var audio: (any AudioSessionDelegate)?
  weak var central: (any CentralManagerDelegate)?
  weak var peripheral: (any PeripheralManagerDelegate)?
  weak var accessories: (any AccessoryManagerDelegate)?
  weak var descriptors: (any DescriptorDelegate)?
  weak var issues: (any IssueDelegate)?
}
