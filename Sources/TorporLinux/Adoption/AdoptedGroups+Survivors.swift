internal import Glibc
import TorporCore
import TorporModel
import TorporPosix

// What an earlier daemon has governed is found by its files, and governed again or let go.

extension AdoptedGroups {
  /// Finds by their files the groups that an earlier daemon has governed, and watches them.
  func adopt() -> [Survivor] {
    var survivors: [Survivor] = []
    let all = records.all()
    // Another daemon adopts there by now: what two of them freeze neither knows to thaw.
    let others = locks?.others(amongSlicesOf: all.flatMap(\.groups)) ?? []
    for record in all {
      guard
        !record.groups.contains(where: { group in
          others.contains { group.path(beneath: $0) != nil }
        })
      else {
        thaw(record)
        continue
      }
      let app = AdoptedApp(record.app, record.launch, past: record.past)
      apps[app.launch] = app
      do throws(SystemError) {
        try takeOver(record, as: app)
      } catch {
        // What cannot be watched is not governed: it runs.
        app.groups.forEach { drop($0, of: app) }
      }
      guard !app.groups.isEmpty else {
        apps[app.launch] = nil
        thaw(record)
        continue
      }
      // A freeze that was not seen through to the last group is undone: the policy decides anew.
      let isFrozen = app.groups.allSatisfy { (try? $0.group.events().isFrozen) == true }
      app.freezing = isFrozen ? .done : .none
      for group in app.groups {
        group.isFrozen = isFrozen
        if isFrozen {
          freezer.watch(group.key, group.group)
        } else {
          freezer.thaw(group.key, group.group)
        }
      }
      survivors.append(Survivor(app: app.app, launch: app.launch, isFrozen: isFrozen))
    }
    return survivors
  }

  /// - Throws: `SystemError` where a group is there and cannot be had.
  private func takeOver(
    _ record: AdoptionRecords.Record,
    as app: AdoptedApp
  ) throws(SystemError) {
    for (index, path) in record.groups.enumerated() {
      do throws(SystemError) {
        let base = index < record.bases.count ? record.bases[index] : ResourceUsage()
        let group = try open(path, base: base)
        group.wasOrdered = true
        guard try group.group.events().isPopulated else { continue }
        app.groups.append(group)
        try watch(group, of: app)
      } catch {
        guard error.code == ENOENT || error.code == ENODEV else { throw error }
      }
    }
  }

  /// Lets the groups of a file run by their paths, and removes it when all of them do.
  private func thaw(_ record: AdoptionRecords.Record) {
    var isDone = true
    for path in record.groups {
      do throws(SystemError) {
        try reserve.spend { () throws(SystemError) in
          try Files.write("0", to: path + "/cgroup.freeze")
        }
      } catch {
        if error.code != ENOENT, error.code != ENODEV { isDone = false }
      }
    }
    guard !isDone else { return records.remove(record.app, record.launch) }
    _ = loop.schedule(after: AdoptedGroups.thawInterval) { [weak self] in self?.thaw(record) }
  }

  // As the freezer at its slowest: bearable for as long as a user misses the app.
  private static let thawInterval = Duration.seconds(1)
}
