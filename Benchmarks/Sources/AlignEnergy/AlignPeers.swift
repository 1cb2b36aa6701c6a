import TorporCore
import TorporModel

/// Android's alarm batching, as its AlarmManagerService did it up to Android 11.
///
/// An alarm joins the first batch whose common window overlaps its own, and narrows that window; a
/// batch fires at the start of its window. Alarms of all levels share batches. Somebody else's wake
/// changes nothing: whatever has begun has fired already.
struct AndroidBatching: AlignScheduler {
  private struct Batch {
    var start: Instant
    var end: Instant
    var tasks: [AlignWorkload.Task]
  }

  /// Ordered by their starts.
  private var batches: [Batch] = []

  var nextWake: Instant? { batches.first?.start }

  mutating func add(_ task: AlignWorkload.Task) {
    let window = task.window
    guard
      let index = batches.firstIndex(where: {
        $0.end >= window.earliest && $0.start <= window.latest
      })
    else { return insert(Batch(start: window.earliest, end: window.latest, tasks: [task])) }
    var batch = batches.remove(at: index)
    batch.start = max(batch.start, window.earliest)
    batch.end = min(batch.end, window.latest)
    batch.tasks.append(task)
    insert(batch)
  }

  private mutating func insert(_ batch: Batch) {
    let index = batches.firstIndex { $0.start > batch.start } ?? batches.count
    batches.insert(batch, at: index)
  }

  mutating func wake(at now: Instant, free: EnergyLevel?) -> EnergyLevel? {
    var fired: [AlignWorkload.Task] = []
    while let batch = batches.first, batch.start <= now {
      fired += batch.tasks
      batches.removeFirst()
    }
    for task in fired {
      guard let next = task.window.following(now) else { continue }
      add(AlignWorkload.Task(key: task.key, window: next))
    }
    return fired.map(\.window.level).max()
  }
}

/// A wake at the earliest deadline, for whatever is open then.
struct GreedyAtDeadline: AlignScheduler {
  /// What of the open windows a wake takes with it.
  enum Appetite {
    /// All, at the level that the dearest needs.
    case everything
    /// Those that the level of what is due serves anyway.
    case levelOfDue
  }

  let appetite: Appetite
  private var pending: [AlignWorkload.Task] = []

  init(_ appetite: Appetite) { self.appetite = appetite }

  var nextWake: Instant? { pending.map(\.window.latest).min() }

  mutating func add(_ task: AlignWorkload.Task) { pending.append(task) }

  mutating func wake(at now: Instant, free: EnergyLevel?) -> EnergyLevel? {
    let open = pending.map(\.window).filter { $0.earliest <= now }
    let due = open.filter { $0.latest <= now }.map(\.level).max()
    // Somebody else's wake is taken for what it gives.
    guard let needed = [due, free].compactMap(\.self).max() else { return nil }
    let level =
      switch appetite {
      case .everything: due == nil ? needed : open.map(\.level).max() ?? needed
      case .levelOfDue: needed
      }
    pending = pending.compactMap { task in
      guard task.window.earliest <= now, task.window.level <= level else { return task }
      return task.window.following(now).map { AlignWorkload.Task(key: task.key, window: $0) }
    }
    return level
  }
}
