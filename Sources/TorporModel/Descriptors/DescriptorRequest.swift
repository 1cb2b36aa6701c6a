/// A request of an app about descriptors that are watched for it while it is frozen or not running.
@usableFromInline package enum DescriptorRequest: Hashable, Sendable, Saved {
  // Saved: as handOver, its name in earlier builds.
  /// The app sends a duplicate of a descriptor, under a name that it chooses; a second one of that name
  /// replaces the first. The policy does not see the descriptor itself.
  case watch(name: String, purpose: DescriptorPurpose)
  // Saved: as takeBack, its name in earlier builds.
  /// The descriptor is no longer watched, and the app gets it with the reply.
  case unwatch(name: String)
  /// `setKeepAliveTimeout(_:handler:)`: at least 600 s (VO2); answered by `Reply.keepAlive`.
  case setKeepAlive(Duration)
  /// `clearKeepAliveTimeout`.
  case clearKeepAlive
}
