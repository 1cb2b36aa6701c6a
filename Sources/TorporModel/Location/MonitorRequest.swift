/// What an app asks about its monitors (`CLMonitor`), which are known by their names.
@usableFromInline package enum MonitorRequest: Hashable, Sendable, Saved {
  /// `CLMonitor(_:)`: the process takes up the monitor of that name, of which there is one.
  case open(monitor: String)
  /// The process lets it go; its conditions are watched on.
  case close(monitor: String)
  /// `add(_:identifier:assuming:)`: in the place of a condition of that name.
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
  /// The app has awaited the event of that time: it is the condition's last one now (LO9).
  case take(monitor: String, identifier: String, at: Instant)
}
