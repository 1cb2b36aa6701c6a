public import Foundation
internal import Synchronization

// The form of observers that Apple's code uses most: an object and one of its methods. The object is held weakly,
// and one call removes all that it observes.

extension NotificationCenter {
  /// Calls a method of the observer for each notification.
  public func addObserver(
    _ observer: Any,
    selector: Selector,
    name: NSNotification.Name?,
    object: Any?
  ) {
    let observer = observer as AnyObject
    let observation = Observation(of: observer, selector, name: name, object: object, in: self)
    let token = addObserver(forName: name, object: object, queue: nil) { notification in
      observation.receive(notification)
    }
    observation.token = token
    ObserverTable.add(observation, of: observer)
  }

  /// Ends everything that the object observes; also what a token of the form with a block stands for.
  public func removeObserver(_ observer: AnyObject) {
    ObserverTable.remove(observer, from: self)
    removeObserver(observer as Any)
  }

  /// Ends what the object observes of that name, from that object.
  public func removeObserver(
    _ observer: AnyObject,
    name: NSNotification.Name?,
    object: Any?
  ) {
    ObserverTable.remove(observer, name: name, object: object, from: self)
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// One object that observes notifications of one name.
///
/// `token` is set once, before another thread can see the observation in the table; the rest does not change.
private final class Observation: @unchecked Sendable {
  private weak var observer: AnyObject?
  private let selector: Selector
  private let name: NSNotification.Name?
  private let object: AnyObject?
  private weak var center: NotificationCenter?
  private let centerIdentity: ObjectIdentifier
  var token: (any NSObjectProtocol)?

  init(
    of observer: AnyObject,
    _ selector: Selector,
    name: NSNotification.Name?,
    object: Any?,
    in center: NotificationCenter
  ) {
    self.observer = observer
    self.selector = selector
    self.name = name
    self.object = object.map { $0 as AnyObject }
    self.center = center
    centerIdentity = ObjectIdentifier(center)
  }

  /// Whether nothing can come of it any more.
  ///
  /// What is there is kept for the caller: if this were the last to let it go, its `deinit` would run here.
  func isOver(keeping kept: inout [AnyObject]) -> Bool {
    let (observer, center) = (observer, center)
    if let observer { kept.append(observer) }
    if let center { kept.append(center) }
    return observer == nil || center == nil
  }

  func isMeant(by name: NSNotification.Name?, _ object: AnyObject?, in center: NotificationCenter)
    -> Bool
  {
    centerIdentity == ObjectIdentifier(center) && (name == nil || self.name == name)
      && (object == nil || self.object === object)
  }

  func receive(_ notification: Notification) {
    guard let observer else { return }
    selector.perform(on: observer, with: notification)
  }

  /// Outside of the table's lock: what the center holds of it may end with it.
  func end() {
    guard let token else { return }
    center?.removeObserver(token as Any)
  }
}

/// What objects observe, by their identity.
///
/// Apple's objects need not stop observing before they go. What is left of those is removed whenever the table has
/// grown to twice what it was after the last time.
private struct ObserverTable {
  /// Observations below which nothing is looked for (our choice: some kilobytes).
  private static let sweepMin = 64
  private static let shared = Mutex(ObserverTable())

  private var observations: [ObjectIdentifier: [Observation]] = [:]
  private var count = 0
  private var countOfNextSweep = sweepMin

  static func add(_ observation: Observation, of observer: AnyObject) {
    // Both go outside of the lock: a `deinit` of the app's removes its observations.
    let (gone, kept) = shared.withLock { table in
      table.observations[ObjectIdentifier(observer), default: []].append(observation)
      table.count += 1
      return table.count >= table.countOfNextSweep ? table.sweep() : ([], [])
    }
    for observation in gone { observation.end() }
    withExtendedLifetime(kept) {}
  }

  static func remove(
    _ observer: AnyObject,
    name: NSNotification.Name? = nil,
    object: Any? = nil,
    from center: NotificationCenter
  ) {
    let object = object.map { $0 as AnyObject }
    let removed = shared.withLock { table in
      table.take(of: ObjectIdentifier(observer)) { $0.isMeant(by: name, object, in: center) }
    }
    for observation in removed { observation.end() }
  }

  /// Ends all that objects observe, as at the end of their process.
  static func forget() {
    let all = shared.withLock { table in
      defer { table = ObserverTable() }
      return table.observations.values.flatMap { $0 }
    }
    for observation in all { observation.end() }
  }

  /// How many there are.
  static var count: Int { shared.withLock { $0.count } }

  private mutating func sweep() -> (gone: [Observation], kept: [AnyObject]) {
    var gone: [Observation] = []
    var kept: [AnyObject] = []
    for identity in Array(observations.keys) {
      gone += take(of: identity) { $0.isOver(keeping: &kept) }
    }
    countOfNextSweep = max(Self.sweepMin, 2 * count)
    return (gone, kept)
  }

  private mutating func take(
    of identity: ObjectIdentifier,
    where isMeant: (Observation) -> Bool
  ) -> [Observation] {
    guard let all = observations[identity] else { return [] }
    var (kept, taken): ([Observation], [Observation]) = ([], [])
    for observation in all {
      if isMeant(observation) { taken.append(observation) } else { kept.append(observation) }
    }
    observations[identity] = kept.isEmpty ? nil : kept
    count -= taken.count
    return taken
  }
}

extension NotificationCenter {
  /// Ends all observations by objects, in all centers.
  package static func forgetObservers() { ObserverTable.forget() }

  /// How many observations by objects there are, in all centers.
  package static var observationCount: Int { ObserverTable.count }
}
