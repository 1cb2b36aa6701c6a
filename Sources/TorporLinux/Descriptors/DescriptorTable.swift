internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Descriptors that apps have handed over, polled while their apps are frozen or dead.
///
/// Polled on the daemon's own loop, each event once (`EPOLLONESHOT`); nothing is ever read. A store holds
/// duplicates of them for the next daemon.
package final class DescriptorTable: DescriptorPort {
  private struct Kept {
    let label: DescriptorLabel
    let descriptor: Int32
    let facts: DescriptorFacts
    var token: EventLoop.Token?
    /// How it was when its app was told of it last.
    var told: Readability?
    /// Whether it was still so when it was to be watched again.
    var isUnread = false
  }

  private let loop: EventLoop
  private let sink: any HostEventSink
  private let store: DescriptorStore
  private var kept: [DescriptorName: Kept] = [:]
  /// What was to be watched before it was there: the reply to its app may be behind the order.
  private var awaited: Set<DescriptorName> = []

  /// The most descriptors of one app, of one user's apps, and of all: our choices.
  ///
  /// With the sockets of 1,000 apps they fit into the 4,096 that a daemon may open by default; no user takes
  /// more than half of them.
  package static let countOfAppMax = 16
  package static let countOfUserMax = 256
  package static let countMax = 512

  /// Makes an empty table; `folder` is where the keeper of the store is found again, and `program` what it
  /// runs.
  package init(
    keptIn folder: String,
    by program: AttendantProgram?,
    groups: GroupTree,
    patience: Duration? = nil,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    store = DescriptorStore(
      in: folder,
      by: program,
      groups: groups,
      patience: patience ?? DescriptorStore.patience,
      on: loop
    )
    self.loop = loop
    self.sink = sink
    store.contents = { [unowned self] in kept.values.map { ($0.label, $0.descriptor) } }
  }

  deinit {
    for entry in kept.values { close(entry) }
  }

  /// How many descriptors are kept.
  package var count: Int { kept.count }

  // MARK: Keeping

  /// Why a descriptor cannot be kept: it cannot be polled, or there is no room.
  ///
  /// Files, folders and disks are refused although some file systems say that they can be polled: FUSE
  /// asks a process of the user's then, and the daemon would wait for it. So is an epoll instance, in
  /// which such a file may be.
  package func objection(
    to descriptor: Int32,
    for name: DescriptorName,
    ofUser userID: UInt32
  ) -> DescriptorRefusal? {
    guard let facts = try? DescriptorFacts(of: descriptor), facts.kind != .stored,
      facts.kind != .epoll, canBePolled(descriptor)
    else { return .notPollable(name: name.name) }
    guard kept[name] == nil else { return nil }
    if kept.keys.count(where: { $0.app == name.app }) >= Self.countOfAppMax {
      return .tooMany(limit: Self.countOfAppMax)
    }
    if kept.values.count(where: { $0.label.userID == userID }) >= Self.countOfUserMax {
      return .tooMany(limit: Self.countOfUserMax)
    }
    return kept.count >= Self.countMax ? .tooMany(limit: Self.countMax) : nil
  }

  private func canBePolled(_ descriptor: Int32) -> Bool {
    do throws(SystemError) {
      loop.cancel(try loop.register(descriptor, for: .oneShot) { _ in })
      return true
    } catch {
      return false
    }
  }

  package func keep(_ handed: HandedDescriptor) {
    // Looked at before, in the turn in which it came.
    guard let facts = try? DescriptorFacts(of: handed.descriptor) else {
      return Descriptor.close([handed.descriptor])
    }
    let label = DescriptorLabel(handed.name, ofUser: handed.userID)
    put(handed.descriptor, label, facts)
    store.hold(handed.descriptor, under: label)
    if awaited.remove(handed.name) != nil { watch(handed.name) }
  }

  private func put(_ descriptor: Int32, _ label: DescriptorLabel, _ facts: DescriptorFacts) {
    var entry = Kept(label: label, descriptor: descriptor, facts: facts)
    // The same thing once more is no more read than before.
    if let former = kept[label.name], former.facts == facts { entry.told = former.told }
    guard let former = kept.updateValue(entry, forKey: label.name) else { return }
    close(former)
    // The app is another user's since: its new connection takes no place in the keeper from the old one.
    if former.label != label { store.release(former.label) }
  }

  package func drop(_ name: DescriptorName) {
    if let descriptor = take(name) { Descriptor.close([descriptor]) }
  }

  package func take(_ name: DescriptorName) -> Int32? {
    awaited.remove(name)
    guard let entry = kept.removeValue(forKey: name) else { return nil }
    if let token = entry.token { loop.cancel(token) }
    store.release(entry.label)
    if kept.isEmpty { store.rest() }
    return entry.descriptor
  }

  private func close(_ entry: Kept) {
    if let token = entry.token { loop.cancel(token) }
    Descriptor.close([entry.descriptor])
  }

  // MARK: Watching

  package func watch(_ name: DescriptorName) {
    guard let entry = kept[name] else { return expect(name) }
    guard entry.token == nil else { return }
    kept[name]?.isUnread =
      entry.told.map { Readability(of: entry.descriptor).isUnread(since: $0) } ?? false
    do throws(SystemError) {
      kept[name]?.token = try loop.register(
        entry.descriptor,
        for: [.readable, .urgent, .peerClosed, .oneShot]
      ) { [unowned self] readiness in
        happened(readiness, to: name)
      }
    } catch {
      // It was polled when it came; a device that was unplugged meanwhile is gone.
      lose(name)
    }
  }

  package func rest(_ name: DescriptorName) {
    awaited.remove(name)
    guard let token = kept[name]?.token else { return }
    loop.cancel(token)
    kept[name]?.token = nil
  }

  private func happened(_ readiness: EventLoop.Readiness, to name: DescriptorName) {
    rest(name)
    let isHungUp = !readiness.isDisjoint(with: [.hangUp, .failed, .peerClosed])
    let isUnread = kept[name]?.isUnread ?? false
    if let entry = kept[name] { kept[name]?.told = Readability(of: entry.descriptor) }
    sink.post(
      .input(
        .device(
          event: .descriptor(
            app: name.app,
            name: name.name,
            isHungUp: isHungUp,
            isUnread: isUnread
          )
        )
      )
    )
  }

  /// Waits for a descriptor until what is under way is done; then it is lost.
  private func expect(_ name: DescriptorName) {
    guard awaited.insert(name).inserted else { return }
    _ = loop.schedule(after: .zero) { [weak self] in
      guard let self, awaited.remove(name) != nil else { return }
      lose(name)
    }
  }

  private func lose(_ name: DescriptorName) {
    drop(name)
    sink.post(.input(.device(event: .descriptorLost(app: name.app, name: name.name))))
  }

  // MARK: After a restart

  package func recover(keeping names: [DescriptorName]) -> [DescriptorName] {
    let wanted = Set(names)
    for (label, descriptor) in store.recover() {
      if wanted.contains(label.name), let facts = try? DescriptorFacts(of: descriptor) {
        put(descriptor, label, facts)
      } else {
        Descriptor.close([descriptor])
        store.release(label)
      }
    }
    if kept.isEmpty { store.rest() }
    return names.filter { kept[$0] == nil }
  }
}
