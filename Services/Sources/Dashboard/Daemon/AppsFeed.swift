import TorporPages

/// The apps as they stand and what is decided, for all open pages: a connection for each of the two while there is a page, and none without.
///
/// It asks once for each. From then on the daemon sends what has changed, and does nothing while nothing changes.
actor AppsFeed {
  /// What pages are told.
  enum Event: Sendable {
    /// The apps, as JSON.
    case apps([UInt8])
    /// Something was decided; pages that show decisions or settings read what is new.
    case decided([UInt8])
    /// The daemon is not there; a sentence.
    case lost(String)

    /// As a browser reads it (server-sent events).
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

  /// How many events wait for a page that reads slowly; the oldest go first, and any newer one says as much.
  private static let waitingMax = 64

  /// The most pages at once; our choice.
  private static let readersMax = 16

  /// How long an absent daemon is given before it is looked for again: 2 s, which costs a daemon nothing, for there
  /// is none.
  private static let pause = Duration.seconds(2)

  private let link: DaemonLink
  private var readers: [Int: AsyncStream<Event>.Continuation] = [:]
  private var lastReader = 0
  private var latest: Event?
  private var following: [Task<Void, Never>] = []

  init(_ link: DaemonLink) { self.link = link }

  /// The events for one more page; `nil` where there are too many.
  ///
  /// A page that reads slowly misses what a newer event replaces.
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

  /// What is lost, the other one says.
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
