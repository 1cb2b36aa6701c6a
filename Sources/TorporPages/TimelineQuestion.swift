import TorporModel
import TorporText
import TorporWire

/// A timeline of some hours: several questions, one after the other, and then what the page shows.
public struct TimelineQuestion: PageConversation {
  /// What to ask next; `nil` once all is there.
  public private(set) var message: [UInt8]?
  private let length: Duration
  private var seen: Control.Watch.Reply?
  private var query = Control.Log(countMax: 1000)
  private var pages: [[LoggedDecision]] = []

  /// The longest that can be asked for: what the ledger keeps at the most is some weeks.
  public static let hoursMax = 24 * 366

  /// 60 s for its hundred answers; our choice.
  public var patienceSeconds: Int { 60 }

  /// Begins to ask for the last hours.
  public init(hours: Int) {
    length = .hours(min(max(1, hours), Self.hoursMax))
    message = Array(Control.Watch().varlinkCall.bytes.dropLast())
  }

  /// Takes the answer to what was asked.
  ///
  /// - Throws: `PageFailure` with what the daemon says.
  public mutating func take(_ message: [UInt8]) throws(PageFailure) {
    do throws(WireError) {
      try take(try VarlinkReply(message: message[...]))
    } catch {
      throw PageFailure(error)
    }
  }

  private mutating func take(_ reply: VarlinkReply) throws(WireError) {
    guard let seen else {
      seen = try Control.Watch().reply(from: reply)
      return ask()
    }
    let page = try query.reply(from: reply)
    pages.append(page.decisions)
    query.before = page.earlier
    let isOld = page.decisions.first.map { $0.decision.at < seen.device.at - length } ?? false
    message = nil
    if page.earlier != nil, !isOld { ask() }
  }

  private mutating func ask() { message = Array(query.varlinkCall.bytes.dropLast()) }

  /// What the page shows, as a part of HTML.
  public var content: [UInt8] {
    guard let seen else { return [] }
    let from = seen.device.at - length
    let rows = pages.reversed().flatMap { $0 }.filter { $0.decision.at >= from }
    let timeline = LedgerTimeline(
      rows,
      apps: seen.apps,
      from: from,
      clock: WallClock(device: seen.device)
    )
    return Array(LedgerPage.body(timeline).utf8)
  }
}

/// How a timeline looks and what it does, for a page that shows one.
public enum TimelineAssets {
  /// A part of a stylesheet; it takes its colours from the page's variables.
  public static var style: [UInt8] {
    Array((TimelineStyle.marks + TimelineStyle.lanes).utf8)
  }

  /// A script that gives the page `beginTimeline(element)`.
  public static var script: [UInt8] { Array(TimelineScript.text.utf8) }
}
