import TorporModel
import TorporWire

/// The ledger, read a page at a time from the newest decision back: the daemon gives no more at once.
struct LedgerReading {
  /// One answer of the daemon, whose decisions are oldest first, with the same as they came.
  struct Page {
    var decisions: [LoggedDecision]
    var facts: [JSON]

    init(_ answer: ControlConnection.Answer<Control.Log.Reply>) {
      decisions = answer.reply.decisions
      facts = answer.parameters["decisions"]?.elements ?? []
    }

    /// What of it was decided at a time of the wall clock or later, in microseconds since 1970.
    func since(_ begin: Int64) -> Page {
      var page = self
      // What is filtered must not be in the facts either.
      page.facts = zip(decisions, facts).filter { $0.0.wallMicroseconds >= begin }.map(\.1)
      page.decisions = decisions.filter { $0.wallMicroseconds >= begin }
      return page
    }
  }

  /// The most that the daemon gives at once.
  static let pageMax = 1000

  /// Oldest first.
  let pages: [Page]
  /// Whether there are no decisions before these.
  let isAll: Bool

  /// Reads at most `countMax` decisions about an app, or about all, until a page begins with one that is too old.
  ///
  /// - Throws: as `ControlConnection.call`.
  init(
    about app: String? = nil,
    countMax: Int = .max,
    by daemon: ControlConnection,
    isTooOld: (LoggedDecision) -> Bool
  ) throws(CommandFailure) {
    var newestFirst: [Page] = []
    var query = Control.Log(app: app)
    var progress = ReadingProgress()
    var rest = countMax
    var isMore = rest > 0
    while isMore {
      query.countMax = min(rest, Self.pageMax)
      let answer = try daemon.call(query)
      let page = Page(answer)
      newestFirst.append(page)
      rest -= page.decisions.count
      query.before = answer.reply.earlier
      isMore = query.before != nil && rest > 0 && !(page.decisions.first.map(isTooOld) ?? false)
      progress.advance(to: newestFirst.count * Self.pageMax)
    }
    progress.end()
    pages = newestFirst.reversed()
    isAll = query.before == nil
  }
}
