import TorporPages

/// The state of the apps and new decisions, for all open pages: one connection for each of the two while there is a
/// page, and none otherwise.
///
/// It asks once for each. From then on the daemon sends changes, and does nothing while nothing changes.
actor AppsFeed {
  /// An event for pages.
  enum Event: Sendable {
    /// The apps, as JSON.
    case apps([UInt8])
    /// A decision was made; pages that show decisions or settings read the new data.
    case decided([UInt8])
    /// The daemon is not available; a sentence.
    case lost(String)

    /// The event as a browser reads it (server-sent events).
    var bytes: [UInt8] {
      switch self {
      case .apps(let json): Array("event: apps\ndata: ".utf8) + json + Array("\n\n".utf8)
      case .decided(let json): Array("event: decided\ndata: ".utf8) + json + Array("\n\n".utf8)
      case .lost(let sentence):
        Array("event: lost\ndata: ".utf8) + Array(sentence.utf8.filter { $0 >= 0x20 })
          + Array("\n\n".utf8)
      }
    }
  }

  /// The number of events that wait for a slow page; the oldest are dropped, because any newer one has the same effect.
  private static let waitingMax = 64

  /// The maximum number of pages at once; our choice.
  private static let readersMax = 16

  /// The pause before an absent daemon is looked for again: 2 s, which costs no daemon anything, because there is none.
  private static let pause = Duration.seconds(2)

  private let link: DaemonLink
  private var readers: [Int: AsyncStream<Event>.Continuation] = [:]
  private var lastReader = 0
  private var latest: Event?
  private var following: [Task<Void, Never>] = []

  init(_ link: DaemonLink) { self.link = link }

  /// Returns the events for an additional page; `nil` if there are too many pages.
  ///
  /// A page that reads slowly misses events that a newer one replaces.
  func events() -> AsyncStream<Event>? {
    guard readers.count < Self.readersMax else { return nil }
    let (stream, continuation) = AsyncStream<Event>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.waitingMax)
    )
    lastReader += 1
    let number = lastReader
    readers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
    if let latest { continuation.yield(latest) }
    if following.isEmpty {
      following = [Task { await followApps() }, Task { await followDecisions() }]
    }
    return stream
  }

  private func leave(_ number: Int) {
    readers[number] = nil
    guard readers.isEmpty else { return }
    for task in following { task.cancel() }
    (following, latest) = ([], nil)
  }

  /// Follows the decisions; if this connection is lost, the other one reports it.
  private func followDecisions() async {
    while !Task.isCancelled {
      try? await link.follow(.decided) { [self] json in await tellDecided(json) }
      try? await Task.sleep(for: Self.pause)
    }
  }

  private func tellDecided(_ json: [UInt8]) {
    guard !Task.isCancelled else { return }
    for reader in readers.values { reader.yield(.decided(json)) }
  }

  private func followApps() async {
    while !Task.isCancelled {
      do {
        try await link.follow(.apps) { [self] json in await tell(.apps(json)) }
      } catch let failure as PageFailure {
        tell(.lost(failure.sentence))
      } catch {
        tell(.lost("The connection to the daemon was lost."))
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  private func tell(_ event: Event) {
    guard !Task.isCancelled else { return }
    latest = event
    for reader in readers.values { reader.yield(event) }
  }
}
