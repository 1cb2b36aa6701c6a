import Testing
import TorporModel
import TorporWire

@Suite("Saved settings")
struct SavedSettingsTests {
  private func text(_ value: some Saved) throws -> String {
    String(decoding: try SavedCodec.encode(value), as: UTF8.self)
  }

  @Test("are those that differ from their default")
  func differing() throws {
    #expect(try text(DeviceSettings()) == "{}")
    #expect(try text(DeviceSettings(sleepAgain: true)) == #"{"sleepAgain":true}"#)
    #expect(
      try text(DeviceSettings(sleepAgain: true, jobNotifications: false))
        == #"{"jobNotifications":false,"sleepAgain":true}"#
    )
  }

  @Test("have their default where a journal does not know them")
  func missing() throws {
    let settings = try SavedCodec.decode(
      AppSettings.self,
      from: Array(#"{"location":"never"}"#.utf8)
    )
    #expect(settings == AppSettings(location: .never))
    #expect(try SavedCodec.decode(DeviceSettings.self, from: Array("{}".utf8)) == DeviceSettings())
  }

  @Test("of a later build are refused by their name, and not dropped")
  func unknown() throws {
    let failure = #expect(throws: (any Error).self) {
      try SavedCodec.decode(DeviceSettings.self, from: Array(#"{"napAfter":[0,5]}"#.utf8))
    }
    #expect("\(try #require(failure))".contains("this build knows no 'napAfter'"))
  }
}
