import Testing
import TorporModel

@testable import Torpor

@Suite("A payload")
struct PayloadTests {
  private struct Greeting: Codable, Equatable {
    struct Alert: Codable, Equatable { var title: String }

    var alert: Alert
    var count: Int?
  }

  @Test("is read as a type of the app's, and by its members")
  func decodes() throws {
    let payload = Payload(json: #"{"alert":{"title":"Tea"},"count":2,"aps":{}}"#)
    #expect(try payload.decode(Greeting.self) == Greeting(alert: .init(title: "Tea"), count: 2))
    #expect(try payload.value(Greeting.Alert.self, for: "alert")?.title == "Tea")
    #expect(try payload.value(Int.self, for: "absent") == nil)
  }

  @Test("is made of a value, and of a notification's own data")
  func encodes() throws {
    let greeting = Greeting(alert: .init(title: "Tea"), count: nil)
    var content = NotificationContent()
    #expect(content.userInfo == nil)
    content.userInfo = try Payload(greeting)
    #expect(try content.userInfo?.decode(Greeting.self) == greeting)
  }

  @Test("that is not JSON, or lacks something, says what and where")
  func mistakes() {
    #expect(throws: DecodingError.self) { try Payload(json: "{").decode(Greeting.self) }
    #expect(throws: DecodingError.self) { try Payload(json: "{}").decode(Greeting.self) }
    #expect(throws: DecodingError.self) {
      try Payload(json: #"{"alert":1}"#).value(Greeting.Alert.self, for: "alert")
    }
  }
}
