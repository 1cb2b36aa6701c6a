internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// Watches the sockets that frozen groups serve, by duplicates of their descriptors.
///
/// A group that stands still costs nothing until a peer comes: the kernel reports it, and nothing is
/// read. The duplicates are closed before the group runs, since a connection ends for its peer only when
/// its last descriptor is closed.
final class SocketWatch {
  private struct Watched {
    let socket: ServedSocket
    var token: EventLoop.Token
    /// What lay in it when the watch began.
    let before: Readability
  }

  /// A connection with bytes that its program does not read.
  private struct Unread {
    let bytes: Int64?
    let sinceNanoseconds: Int64
  }

  private let loop: EventLoop
  private let scan: ServedSockets
  private let nowNanoseconds: () -> Int64
  private let report: (LaunchIdentifier, ProcessEvent) -> Void
  private var watched: [LaunchIdentifier: [Watched]] = [:]
  private var unread: [LaunchIdentifier: [UInt64: Unread]] = [:]

  /// How long a program that runs may leave the same bytes of a connection unread before they no longer
  /// keep it from being frozen: 10 s, what a peer's bytes have it run for.
  ///
  /// Without an end a peer could keep a program awake by a byte that it has no use for. Our choice.
  static let patienceNanoseconds: Int64 = 10_000_000_000

  /// The most sockets that are watched for all apps: 1,024.
  ///
  /// An app whose sockets exceed them is not frozen. Our choice.
  static let countMax = 1024

  init(
    on loop: EventLoop,
    procRoot: String,
    nowNanoseconds: @escaping () -> Int64 = BootClock.nanoseconds,
    report: @escaping (LaunchIdentifier, ProcessEvent) -> Void
  ) {
    self.loop = loop
    scan = ServedSockets(procRoot: procRoot)
    self.nowNanoseconds = nowNanoseconds
    self.report = report
  }

  deinit {
    for launch in watched.keys { end(launch) }
  }

  /// How many descriptors are held for watches.
  var count: Int { watched.values.reduce(0) { $0 + $1.count } }

  /// A hazard for each listening socket, with whether a peer waits there.
  func hazards(of launch: LaunchIdentifier, in processIDs: [Int32]) -> [Hazard] {
    let finding = scan.find(in: processIDs)
    defer { Descriptor.close(finding.sockets.map(\.descriptor)) }
    var waiters: [String: Bool] = [:]
    var names: [String] = []
    var stillUnread: [UInt64: Unread] = [:]
    for socket in finding.sockets {
      if waiters[socket.name] == nil { names.append(socket.name) }
      let now = Readability(of: socket.descriptor)
      var isWaiting = socket.hasWaiters(now)
      if isWaiting, !socket.isListening {
        let earlier = unread[launch]?[socket.inode].flatMap { $0.bytes == now.bytes ? $0 : nil }
        let since = earlier ?? Unread(bytes: now.bytes, sinceNanoseconds: nowNanoseconds())
        stillUnread[socket.inode] = since
        isWaiting = nowNanoseconds() - since.sinceNanoseconds < SocketWatch.patienceNanoseconds
      }
      waiters[socket.name] = waiters[socket.name, default: false] || isWaiting
    }
    unread[launch] = stillUnread.isEmpty ? nil : stillUnread
    var hazards = names.map { Hazard.servedSocket(name: $0, hasWaiters: waiters[$0] ?? false) }
    let isTooMany =
      finding.count > ServedSockets.countMax
      || count + finding.count > SocketWatch.countMax
    if isTooMany, let name = names.first {
      hazards.append(
        .servedSocket(name: "\(name) (\(finding.count) connections)", hasWaiters: true)
      )
    }
    if let name = finding.unwatchable {
      hazards.append(.servedSocket(name: name, hasWaiters: true))
    }
    return hazards
  }

  /// Watches what the group serves from now on.
  func begin(_ launch: LaunchIdentifier, in processIDs: [Int32]) {
    end(launch)
    var list: [Watched] = []
    let finding = scan.find(in: processIDs)
    var unwatched = finding.unwatchable
    for socket in finding.sockets {
      let before = Readability(of: socket.descriptor)
      do throws(SystemError) {
        let token = try loop.register(
          socket.descriptor,
          for: [.readable, .edgeTriggered]
        ) { [unowned self] _ in happened(at: socket, of: launch) }
        list.append(Watched(socket: socket, token: token, before: before))
      } catch {
        Descriptor.close([socket.descriptor])
        unwatched = socket.name
      }
    }
    watched[launch] = list.isEmpty ? nil : list
    guard let unwatched else { return }
    // It would stand still without anybody who sees a peer come, as where no descriptor is left.
    end(launch)
    report(launch, .hazard(.servedSocket(name: unwatched, hasWaiters: true), isPresent: true))
  }

  /// Gives the sockets back to their program, which may run now.
  func end(_ launch: LaunchIdentifier) {
    for entry in watched.removeValue(forKey: launch) ?? [] {
      loop.cancel(entry.token)
      Descriptor.close([entry.socket.descriptor])
    }
  }

  /// Forgets a launch that has ended.
  func forget(_ launch: LaunchIdentifier) {
    end(launch)
    unread[launch] = nil
  }

  private func happened(at socket: ServedSocket, of launch: LaunchIdentifier) {
    guard let entry = watched[launch]?.first(where: { $0.socket.inode == socket.inode }) else {
      return
    }
    let now = Readability(of: socket.descriptor)
    // The kernel reports what lay there before, once; the inspection has judged that.
    let isStale = unread[launch]?[socket.inode] != nil && now.bytes == entry.before.bytes
    guard socket.hasWaiters(now), !isStale else { return }
    end(launch)
    report(launch, .hazard(.servedSocket(name: socket.name, hasWaiters: true), isPresent: true))
  }
}
