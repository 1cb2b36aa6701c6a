import TorporModel
import TorporWire

/// The ledger, read a page at a time from the newest decision back: the daemon gives no more at once.
struct LedgerReading {
  /// One answer of the daemon, whose decisions are oldest first.
  struct Page {
    var decisions: [LoggedDecision]
    /// The same as they came; empty where nobody asked for them.
    var facts: [JSON]

    init(_ answer: ControlConnection.Answer<Control.Log.Reply>, keepsFacts: Bool) {
      decisions = answer.reply.decisions
      facts = keepsFacts ? answer.parameters["decisions"]?.elements ?? [] : []
    }

    /// What of it was decided at that moment of the device or later.
    func since(_ begin: Instant) -> Page {
      var page = self
      // What is filtered must not be in the facts either.
      page.facts = zip(decisions, facts).filter { $0.0.decision.at >= begin }.map(\.1)
      page.decisions = decisions.filter { $0.decision.at >= begin }
      return page
    }
  }

  /// The part of the ledger that is read.
  struct Part {
    /// `nil`: about all apps and the device.
    var app: String?
    /// Only decisions after this one.
    var after: UInt64 = 0
    /// Only decisions before this one; `nil`: up to the newest.
    var before: UInt64?
    /// The newest that are wanted.
    var countMax = Int.max
    /// When the first decision that is wanted was made, at the earliest.
    ///
    /// The device's time line: no change of the clock moves it, so that it never falls from one decision to the next.
    var begin = Instant(nanoseconds: .min)
  }

  /// The most that the daemon gives at once.
  static let pageMax = 1000

  /// Oldest first.
  let pages: [Page]
  /// Whether there are no decisions before these.
  let isAll: Bool

  /// Reads until a page begins with a decision that is not wanted any more; that page is whole.
  ///
  /// `keepsFacts`: the decisions are kept as they came, too.
  ///
  /// - Throws: as `ControlConnection.call`; `.failed` where the daemon gives the same again.
  init(
    _ part: Part = Part(),
    keepsFacts: Bool = false,
    by daemon: ControlConnection
  ) throws(CommandFailure) {
    var newestFirst: [Page] = []
    var query = Control.Log(app: part.app, after: part.after, before: part.before)
    var progress = ReadingProgress()
    defer { progress.end() }
    var rest = part.countMax
    var isMore = rest > 0
    while isMore {
      query.countMax = min(rest, Self.pageMax)
      let answer = try daemon.call(query)
      let page = Page(answer, keepsFacts: keepsFacts)
      newestFirst.append(page)
      rest -= page.decisions.count
      let earlier = answer.reply.earlier
      // One that knows no `before` gives the newest page for ever.
      if let earlier, let before = query.before, earlier >= before {
        throw .failed(Self.noProgress)
      }
      query.before = earlier
      isMore = earlier != nil && rest > 0 && !page.begins(before: part.begin)
      progress.advance(to: newestFirst.count * Self.pageMax)
    }
    pages = newestFirst.reversed()
    isAll = query.before == nil
  }

  static let noProgress =
    "The daemon sends the same part of its ledger again, so its version differs from this program's. "
    + "`torpor doctor` shows both versions; restart the daemon after an upgrade."
}

extension LedgerReading.Page {
  fileprivate func begins(before moment: Instant) -> Bool {
    decisions.first.map { $0.decision.at < moment } ?? false
  }
}
