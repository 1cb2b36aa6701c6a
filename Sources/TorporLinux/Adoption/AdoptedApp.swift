internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// An app of the desktop that is governed: its groups, and how far a freeze of them has come.
final class AdoptedApp {
  /// One of its groups.
  final class Group {
    /// By which the freezer knows it.
    let key: LaunchIdentifier
    let group: ControlGroup
    /// How `/proc/PID/cgroup` names it.
    let kernelName: String
    /// The watch for its emptiness.
    var token: EventLoop.Token?
    var isFrozen = false
    /// Whether this daemon, or one before it, has ever frozen it.
    var wasOrdered = false
    /// What it had used when it was adopted: that is not the app's under Torpor.
    let base: ResourceUsage
    /// What it has used since, as last read.
    private(set) var used: ResourceUsage?
    private let events: Descriptor

    init(
      key: LaunchIdentifier,
      group: ControlGroup,
      kernelName: String,
      base: ResourceUsage? = nil
    ) throws(SystemError) {
      self.key = key
      self.group = group
      self.kernelName = kernelName
      self.base = base ?? group.usage() ?? ResourceUsage()
      events = try group.openEvents()
    }

    /// Reads what it has used; what was read before stays where the kernel says nothing any more.
    func measure() { used = group.usage().map { $0.since(base) } ?? used }

    var eventsNumber: Int32 { events.rawValue }
  }

  /// How far a freeze has come.
  enum Freezing {
    /// It runs, or is to.
    case none
    /// Ordered; not every group stands still.
    case ordered
    /// Every group stands still, and that was reported.
    case done
  }

  let app: AppIdentifier
  let launch: LaunchIdentifier
  var groups: [Group] = []
  var freezing = Freezing.none
  /// What its groups had used that are gone.
  private(set) var past: ResourceUsage?

  init(_ app: AppIdentifier, _ launch: LaunchIdentifier, past: ResourceUsage? = nil) {
    self.app = app
    self.launch = launch
    self.past = past
  }

  /// What the next daemon needs to know.
  var record: AdoptionRecords.Record {
    AdoptionRecords.Record(
      app: app,
      launch: launch,
      groups: groups.map(\.group.path),
      bases: groups.map(\.base),
      past: past
    )
  }

  /// The processes of all groups.
  var processIDs: [Int32] { groups.flatMap { $0.group.processIDs() } }

  /// What all groups take of memory; `nil` where nothing says so.
  var footprintBytes: Int64? {
    let parts = groups.compactMap { $0.group.footprintBytes() }
    return parts.isEmpty ? nil : parts.reduce(0, +)
  }

  /// What all groups have used since they were adopted, those that are gone with it: never less than it was.
  var usage: ResourceUsage? {
    var sum = past
    for group in groups {
      group.measure()
      sum = AdoptedApp.sum(sum, group.used)
    }
    return sum
  }

  /// A group is gone; what it used is kept.
  func remove(_ group: Group) {
    group.measure()
    groups.removeAll { $0 === group }
    past = AdoptedApp.sum(past, group.used)
  }

  private static func sum(_ one: ResourceUsage?, _ other: ResourceUsage?) -> ResourceUsage? {
    guard let one, let other else { return one ?? other }
    func sum(_ path: KeyPath<ResourceUsage, Int64?>) -> Int64? {
      guard one[keyPath: path] != nil || other[keyPath: path] != nil else { return nil }
      return (one[keyPath: path] ?? 0) + (other[keyPath: path] ?? 0)
    }
    return ResourceUsage(
      processor: one.processor + other.processor,
      readBytes: sum(\.readBytes),
      writtenBytes: sum(\.writtenBytes),
      receivedBytes: sum(\.receivedBytes),
      sentBytes: sum(\.sentBytes),
      loopbackBytes: sum(\.loopbackBytes)
    )
  }
}

extension ResourceUsage {
  /// What has come since an earlier reading of the same group; counters of the kernel only grow.
  fileprivate func since(_ base: ResourceUsage) -> ResourceUsage {
    func growth(_ path: KeyPath<ResourceUsage, Int64?>) -> Int64? {
      self[keyPath: path].map { max(0, $0 - (base[keyPath: path] ?? 0)) }
    }
    return ResourceUsage(
      processor: max(.zero, processor - base.processor),
      readBytes: growth(\.readBytes),
      writtenBytes: growth(\.writtenBytes),
      receivedBytes: growth(\.receivedBytes),
      sentBytes: growth(\.sentBytes),
      loopbackBytes: growth(\.loopbackBytes)
    )
  }
}
