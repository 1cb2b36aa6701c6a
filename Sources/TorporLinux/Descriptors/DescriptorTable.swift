internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Descriptors that apps have handed over, polled while their apps are frozen or dead.
///
/// Polled on the daemon's own loop, each event once (`EPOLLONESHOT`); nothing is ever read. A list of
/// them lies in a file, so that the next daemon fetches them again from the apps that live.
package final class DescriptorTable: DescriptorPort {
  private struct Kept {
    let handed: HandedDescriptor
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
  private let groups: GroupTree
  private let record: DescriptorRecord
  private var kept: [DescriptorName: Kept] = [:]
  /// What was to be watched before it was there: the reply to its app may be behind the order.
  private var awaited: Set<DescriptorName> = []

  /// The most descriptors of one app, and of all: our choices.
  ///
  /// With the sockets of 1,000 apps they fit into the 4,096 that a daemon may open by default.
  package static let countOfAppMax = 16
  package static let countMax = 512

  /// Makes an empty table; `path` is the file of the list.
  package init(
    recordedAt path: String,
    groups: GroupTree,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    record = DescriptorRecord(path: path)
    self.groups = groups
    self.loop = loop
    self.sink = sink
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
    for name: DescriptorName
  ) -> DescriptorRefusal? {
    guard let facts = try? DescriptorFacts(of: descriptor), facts.kind != .stored,
      facts.kind != .epoll, canBePolled(descriptor)
    else { return .notPollable(name: name.name) }
    guard kept[name] == nil else { return nil }
    if kept.keys.count(where: { $0.app == name.app }) >= Self.countOfAppMax {
      return .tooMany(limit: Self.countOfAppMax)
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
    put(handed, handed.descriptor, facts)
    save()
    if awaited.remove(handed.name) != nil { watch(handed.name) }
  }

  private func put(_ handed: HandedDescriptor, _ descriptor: Int32, _ facts: DescriptorFacts) {
    var entry = Kept(handed: handed, descriptor: descriptor, facts: facts)
    // The same thing once more is no more read than before.
    if let former = kept[handed.name], former.facts == facts { entry.told = former.told }
    if let former = kept.updateValue(entry, forKey: handed.name) { close(former) }
  }

  package func drop(_ name: DescriptorName) {
    awaited.remove(name)
    guard let entry = kept.removeValue(forKey: name) else { return }
    close(entry)
    save()
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

  package func recover(from survivors: [Survivor]) -> [DescriptorName] {
    let running = Set(survivors.filter { $0.end == nil }.map(\.launch))
    var lost: [DescriptorName] = []
    let lines = record.read()
    // Most machines have none, and to write that down again would take a third of the start.
    guard !lines.isEmpty else { return [] }
    for line in lines {
      if running.contains(line.launch), let found = fetch(line) {
        let handed = HandedDescriptor(
          name: line.name,
          descriptor: found.number,
          launch: line.launch,
          processID: line.processID,
          number: line.number
        )
        put(handed, found.number, found.facts)
      } else {
        lost.append(line.name)
      }
    }
    save()
    return lost
  }

  /// A duplicate of what an app has under the number, where it is what the app handed over.
  ///
  /// The process is the app's as long as its handle says that it is there: the number of a process is
  /// not used again before.
  private func fetch(
    _ line: DescriptorRecord.Line
  ) -> (number: Int32, facts: DescriptorFacts)? {
    guard let number = line.number, let process = try? ProcessHandle.open(line.processID),
      case .launch(line.launch) = groups.membership(ofProcess: line.processID),
      let descriptor = try? process.duplicate(descriptor: number)
    else { return nil }
    guard let facts = try? DescriptorFacts(of: descriptor.rawValue),
      facts.device == line.device, facts.inode == line.inode, facts.provesSame(as: facts)
    else { return nil }
    return (descriptor.release(), facts)
  }

  /// Writes the list; one that cannot be written costs what is on it when the daemon dies.
  private func save() {
    record.write(
      kept.values.map { entry in
        DescriptorRecord.Line(
          name: entry.handed.name,
          launch: entry.handed.launch,
          processID: entry.handed.processID,
          number: entry.handed.number,
          device: entry.facts.device,
          inode: entry.facts.inode
        )
      }.sorted { ($0.launch, $0.name.name) < ($1.launch, $1.name.name) }
    )
  }
}
