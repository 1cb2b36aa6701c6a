import XCTest

@testable import Ticker

// A target of its own in Xcode, which is no part of the app.
class TickerTests: XCTestCase {
  func testStopsWithoutHavingStarted() {
    Ticker().stop()
  }
}
