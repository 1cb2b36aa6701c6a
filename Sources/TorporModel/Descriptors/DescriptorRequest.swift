/// What an app asks about descriptors that are watched for it while it is frozen or dead.
@usableFromInline package enum DescriptorRequest: Hashable, Sendable, Saved {
  /// The app hands over a duplicate of a descriptor, under a name of its own; a second one of that name
  /// takes the place of the first. The descriptor itself goes past the policy.
  case handOver(name: String, purpose: DescriptorPurpose)
  /// The descriptor is no longer watched.
  case takeBack(name: String)
  /// `setKeepAliveTimeout(_:handler:)`: at least 600 s (VO2); answered by `Reply.keepAlive`.
  case setKeepAlive(Duration)
  /// `clearKeepAliveTimeout`.
  case clearKeepAlive
}
