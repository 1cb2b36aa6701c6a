import Foundation
import Testing

@testable import os

@Suite("A message of the log")
struct LogTests {
  private func text(_ message: OSLogMessage, showsPrivate: Bool = false) -> String {
    message.text(showsPrivate: showsPrivate)
  }

  @Test("shows numbers, and of texts only those that are public")
  func privacy() {
    let name = "Anna"
    #expect(text("user \(name) has \(3)") == "user <private> has 3")
    #expect(
      text("user \(name, privacy: .public) has \(3, privacy: .private)")
        == "user Anna has <private>"
    )
    #expect(text("user \(name) has \(3)", showsPrivate: true) == "user Anna has 3")
    #expect(text("\(true) \([1, 2], privacy: .public)") == "true [1, 2]")
  }

  @Test("of a format as C has it shows numbers, and of the rest what is public")
  func cFormats() {
    func text(_ format: StaticString, _ arguments: Any...) -> String {
      LogFormat.message(format, arguments).text(showsPrivate: false)
    }
    #expect(text("%d of %{public}@ for %@", 3, "tea", "Anna") == "3 of tea for <private>")
    #expect(text("%.2f %5d|%-4u|%x %lld", 1.239, 42, 7, 255, Int64(-9)) == "1.24    42|7   |ff -9")
    #expect(text("%{private}d %@ 100%%", 3, 4) == "<private> 4 100%")
    #expect(text("%{public}s %f", "word", 2) == "word 2.000000")
    #expect(text("%@ and %d", "only one") == "<private> and %d")
    #expect(text("%") == "%")
    #expect(text("%*d|%.*f", 5, 42, 2, 3.14159) == "   42|3.14")
    #expect(text("%n %d", 7) == "%n 7")
    errno = EACCES
    #expect(text("%m, %d", 3) == "Permission denied, 3")
    #expect(text("%x %u", Int32(-1), Int32(-1)) == "ffffffff 4294967295")
    #expect(text("%{name=publication}@ %{signpost, public}@", "a", "b") == "<private> b")
    #expect(LogFormat.message("%@", ["Anna"]).text(showsPrivate: true) == "Anna")
  }

  @Test("of a format goes to its log by both forms, which compile beside those of texts")
  func bothForms() {
    let log = OSLog(subsystem: "com.example", category: .pointsOfInterest)
    #expect(log.category == "PointsOfInterest" && !log.signpostsEnabled)
    os_log("%{public}@ %d", log: .disabled, type: .info, "a", 1)
    os_log(.error, log: .disabled, "%{public}@", "a")
    os_log("%d", log: .disabled, 1)
    os_log("plain", log: .disabled, type: .debug)
    let poster = OSSignposter(logHandle: log)
    let state = poster.beginInterval("work", id: poster.makeSignpostID(), "\(1)")
    poster.endInterval("work", state)
    #expect(!poster.isEnabled && poster.withIntervalSignpost("sum") { 1 + 1 } == 2)
    os_signpost(.begin, log: log, name: "load")
    os_signpost(.end, log: log, name: "load", "%d", 1)
    #expect(OSSignpostID(log: log) == .exclusive)
  }

  @Test("masks equal values alike")
  func mask() {
    let first = text("\("Anna", privacy: .private(mask: .hash))")
    #expect(first.hasPrefix("<mask.hash: '"))
    #expect(first == text("\("Anna", privacy: .private(mask: .hash))"))
    #expect(first != text("\("Otto", privacy: .private(mask: .hash))"))
  }

  @Test("writes numbers and columns as it is told")
  func formats() {
    #expect(
      text("\(255, format: .hex) \(255, format: .hex(includePrefix: true, uppercase: true))")
        == "ff 0xFF"
    )
    #expect(text("\(1.5, format: .fixed(precision: 2)) \(0.25)") == "1.50 0.250000")
    #expect(
      text("\(7, align: .right(columns: 3))|\("a", align: .left(columns: 3), privacy: .public)|")
        == "  7|a  |"
    )
  }

  @Test("is a line with its importance and its subject")
  func line() {
    let log = OSLog(subsystem: "com.example", category: "news")
    #expect(
      LogOutput.line(log, .error, "late by \(3) s", showsPrivate: false)
        == "error: [com.example:news] late by 3 s\n"
    )
    let all: [OSLogType] = [.debug, .info, .default, .error, .fault]
    #expect(
      all.map {
        String(LogOutput.line(.default, $0, "a", showsPrivate: false).prefix { $0 != ":" })
      }
        == ["debug", "info", "notice", "error", "fault"]
    )
    #expect(LogOutput.line(.default, .default, "late", showsPrivate: false) == "notice: late\n")
  }

  @Test("is written, or hidden from users, by its importance")
  func importance() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let logger = Logger(subsystem: "com.example", category: "news")
      logger.notice("read")
      logger.debug("parsed")
      logger.info("cached")
      os_log("late by \(3) s", type: .fault)
      Logger(.disabled).error("nothing")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text == "notice: [com.example:news] read\nfault: late by 3 s\n")
  }
}
