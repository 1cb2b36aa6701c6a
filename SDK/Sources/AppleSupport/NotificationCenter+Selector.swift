public import Foundation
internal import Synchronization

// The form of observers that Apple's code uses most: an object and one of its methods. The object is held weakly, and
// one call removes all of its observations.

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

  /// Ends all observations of the object, and also the observation of a token from the form with a block.
  public func removeObserver(_ observer: AnyObject) {
    ObserverTable.remove(observer, from: self)
    removeObserver(observer as Any)
  }

  /// Ends the object's observations of that name and sender.
  public func removeObserver(
    _ observer: AnyObject,
    name: NSNotification.Name?,
    object: Any?
  ) {
    ObserverTable.remove(observer, name: name, object: object, from: self)
    removeObserver(observer as Any, name: name, object: object)
  }
}

/// An object's observation of notifications with one name.
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

  /// Whether the observation can no longer have an effect.
  ///
  /// Live objects are kept for the caller: if this were the last reference to one, its `deinit` would run here.
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

  /// Ends the observation; called outside the table's lock, because objects that the center holds for it may be
  /// deallocated with it.
  func end() {
    guard let token else { return }
    center?.removeObserver(token as Any)
  }
}

/// The observations of objects, by the objects' identity.
///
/// Apple's objects do not have to stop observing before they are deallocated. Their remaining observations are removed
/// whenever the table has doubled in size since the last removal.
private struct ObserverTable {
  /// The number of observations below which none are removed (our choice: some kilobytes).
  private static let sweepMin = 64
  private static let shared = Mutex(ObserverTable())

  private var observations: [ObjectIdentifier: [Observation]] = [:]
  private var count = 0
  private var countOfNextSweep = sweepMin

  static func add(_ observation: Observation, of observer: AnyObject) {
    // Both are released outside the lock: a `deinit` of the app's removes its observations.
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

  /// Ends all observations, as at the end of the process.
  static func forget() {
    let all = shared.withLock { table in
      defer { table = ObserverTable() }
      return table.observations.values.flatMap { $0 }
    }
    for observation in all { observation.end() }
  }

  /// The number of observations.
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

  /// The number of observations by objects in all centers.
  package static var observationCount: Int { ObserverTable.count }
}
