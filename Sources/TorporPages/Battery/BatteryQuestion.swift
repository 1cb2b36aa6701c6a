import TorporModel
import TorporText
import TorporWire

/// The battery page: of all apps with what their figures advise, or of one app with its receipts.
public struct BatteryQuestion: PageConversation {
  /// What to ask next; `nil` once all is there.
  public private(set) var message: [UInt8]?
  private let call: Control.DescribeBattery
  private var battery: BatteryStatus?
  private var advice: BatteryHTML.Advice = .unasked

  /// 10 s for two answers; our choice.
  public var patienceSeconds: Int { 10 }

  /// Begins to ask for the last hours, no more than are kept.
  public init(app: String? = nil, hours: Int) {
    let range = Control.DescribeBattery.hoursRange
    call = Control.DescribeBattery(
      app: app,
      hours: min(max(hours, Int(range.lowerBound)), Int(range.upperBound))
    )
    message = Array(call.varlinkCall.bytes.dropLast())
  }

  /// Takes the answer to what was asked.
  ///
  /// - Throws: `PageFailure` with what the daemon says.
  public mutating func take(_ message: [UInt8]) throws(PageFailure) {
    do throws(WireError) {
      let reply = try VarlinkReply(message: message[...])
      guard battery == nil else { return takeAdvice(reply) }
      battery = try call.reply(from: reply).battery
      self.message = call.app == nil ? Array(Control.GetAdvice().varlinkCall.bytes.dropLast()) : nil
    } catch {
      throw PageFailure(error)
    }
  }

  /// Without advice the battery is shown all the same.
  private mutating func takeAdvice(_ reply: VarlinkReply) {
    message = nil
    do throws(WireError) {
      advice = .given(try Control.GetAdvice().reply(from: reply))
    } catch {
      advice = .missing(Printable.line(error.sentence))
    }
  }

  /// What the page shows, as a part of HTML.
  public var content: [UInt8] {
    guard let battery else { return [] }
    let clock = WallClock(
      now: battery.at,
      wallMicroseconds: battery.wallMicroseconds,
      calendar: WallClock.CalendarTime.local
    )
    let html =
      call.app == nil
      ? BatteryHTML(battery, advice, clock).page : BatteryAppHTML(battery, clock).page
    return Array(html.utf8)
  }
}
