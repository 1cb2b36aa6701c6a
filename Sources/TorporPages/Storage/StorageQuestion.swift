import TorporModel
import TorporText
import TorporWire

// What apps take of the disk, and caches that go.

/// The storage page: what is known of each installed app, as a part of HTML.
public struct StorageQuestion: PageConversation {
  /// Which apps are measured, which reads all of their folders.
  public enum Measuring: String, Sendable {
    /// None: the page shows what is known.
    case none
    /// Those of which nothing is known.
    case missing
    case all
  }

  /// What to ask next; `nil` once all is there.
  public private(set) var message: [UInt8]?
  private var call: Control.GetStorage
  private var later: [Control.GetStorage] = []
  private var measures: Measuring
  private var reply: Control.GetStorage.Reply?
  private var device: DeviceStatus?

  /// 10 s for its few answers, which no disk delays; our choice.
  public var patienceSeconds: Int { 10 }

  /// Begins to ask.
  public init(_ measuring: Measuring) {
    measures = measuring
    call = Control.GetStorage(measures: measuring == .all)
    message = Array(call.varlinkCall.bytes.dropLast())
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

  private mutating func take(_ answer: VarlinkReply) throws(WireError) {
    guard message != Self.clock else {
      device = try Control.Status().reply(from: answer).device
      message = nil
      return
    }
    if call.app == nil {
      // An app may be gone by the time it is asked about alone; that answer does not count.
      reply = try call.reply(from: answer)
    }
    if measures == .missing { later = Self.missing(reply?.apps ?? []) }
    measures = .none
    guard !later.isEmpty else {
      message = Self.clock
      return
    }
    call = later.removeFirst()
    message = Array(call.varlinkCall.bytes.dropLast())
  }

  private static let clock = Array(Control.Status().varlinkCall.bytes.dropLast())

  /// The questions that have the apps measured that were not, and then what is known of all.
  private static func missing(_ apps: [AppStorage]) -> [Control.GetStorage] {
    let unknown = apps.filter { $0.measured == nil }
    if unknown.isEmpty { return [] }
    if unknown.count == apps.count { return [Control.GetStorage(measures: true)] }
    return unknown.map { Control.GetStorage(app: $0.app.text, measures: true) }
      + [Control.GetStorage()]
  }

  /// What the page shows, as a part of HTML.
  public var content: [UInt8] {
    guard let reply, let device else { return [] }
    return Array(StorageHTML(reply, WallClock(device: device)).page.utf8)
  }
}

extension PageQuestion {
  /// Has the caches of an app removed: JSON with the members of `PurgeCaches`.
  ///
  /// - Throws: `PageFailure` where it is none.
  public static func purge(_ body: [UInt8]) throws(PageFailure) -> PageQuestion {
    guard let json = try? JSON(parsing: body), case .object = json else {
      throw PageFailure(
        status: 400,
        sentence: "The request is not an object of JSON. Load the page again."
      )
    }
    let call: Control.PurgeCaches
    do throws(WireError) {
      call = try Control.PurgeCaches(parameters: json)
    } catch {
      throw PageFailure(status: 400, sentence: Printable.line(error.sentence))
    }
    return PageQuestion(call) { (_) throws(WireError) in .object([]) }
  }
}
