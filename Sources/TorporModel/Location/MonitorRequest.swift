/// A request of an app about its monitors (`CLMonitor`), which are identified by name.
@usableFromInline package enum MonitorRequest: Hashable, Sendable, Saved {
  /// `CLMonitor(_:)`: the process opens the one monitor of that name.
  case open(monitor: String)
  /// The process closes the monitor; its conditions are still watched.
  case close(monitor: String)
  /// `add(_:identifier:assuming:)`: replaces a condition of that name.
  case add(
    monitor: String,
    identifier: String,
    condition: MonitorCondition,
    assuming: ConditionState
  )
  /// `remove(_:)`.
  case remove(monitor: String, identifier: String)
  /// `identifiers` and `record(for:)`; answered by `ServiceReply.monitorRecords`.
  case records(monitor: String)
  /// The app has received the event of that time, which is now the condition's last one (LO9).
  case take(monitor: String, identifier: String, at: Instant)
}
