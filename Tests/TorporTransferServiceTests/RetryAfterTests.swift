import Testing

@testable import torpor_transferd

@Suite("A server's wish to be left alone")
struct RetryAfterTests {
  @Test(
    "is read as seconds or as a date, and never beyond a day",
    arguments: [
      ("120", Duration.seconds(120)),
      ("0", .seconds(0)),
      ("99999999", .seconds(86_400)),
      ("99999999999999999999", .seconds(86_400)),
      // 784,111,777 is 1994-11-06 08:49:37, the example of RFC 9110.
      ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
      ("Sun, 06 Nov 1994 08:40:00 GMT", .seconds(0)),
    ]
  )
  func reads(text: String, duration: Duration) {
    #expect(RetryAfter.duration(text, nowSeconds: 784_111_740) == duration)
  }

  @Test(
    "is nothing where it is neither",
    arguments: [
      "", "soon", "-1", "1.5", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Foo 1994 08:49:37 GMT",
    ]
  )
  func refuses(text: String) {
    #expect(RetryAfter.duration(text, nowSeconds: 0) == nil)
  }
}
