/// A piece of background work that waits for its conditions, and that `torpor why` can explain.
@usableFromInline package enum Activity: Hashable, Sendable, Saved {
  /// A request of an app to the task scheduler, by its identifier.
  case task(identifier: String)
  /// The background fetch of an app.
  case fetch
  /// A command that waits for its conditions.
  case job(JobIdentifier)
  /// A transfer of an app or of a user.
  case transfer(TransferIdentifier)

  /// The activity's name, for users and in scenarios.
  @usableFromInline package var name: String {
    switch self {
    case .task(let identifier): identifier
    case .fetch: "fetch"
    case .job(let job): "job \(job)"
    case .transfer(let transfer): "transfer \(transfer)"
    }
  }
}
