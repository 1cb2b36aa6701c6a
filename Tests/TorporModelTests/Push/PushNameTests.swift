import Testing
import TorporModel

@Suite("The name of a push from a gateway")
struct PushNameTests {
  @Test(
    "is a text, with its broadcast channel where it has come by one",
    arguments: [
      (PushName(identifier: "eabeae54-14a8", channel: nil), "eabeae54-14a8"),
      (PushName(identifier: "eabeae54", channel: "AAA+/A=="), "eabeae54 channel AAA+/A=="),
    ]
  )
  func text(name: PushName, text: String) {
    #expect(name.text == text)
    #expect(PushName(text: text) == name)
  }

  @Test(
    "is an apns-id alone where the text is one of an earlier build, whatever it looks like",
    arguments: ["", "a b", "a channel ", "a b channel c", "a canal c", "a  channel c"]
  )
  func earlier(_ text: String) {
    #expect(PushName(text: text) == PushName(identifier: text, channel: nil))
  }
}
