import Testing
import TorporCore
import TorporModel
import TorporTestSupport

@testable import TorporLinux

@Suite("The list of descriptors")
struct DescriptorRecordTests {
  private let app = AppIdentifier("com.example.messenger")!

  @Test("comes back as it was written, whatever apps call them")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let record = DescriptorRecord(path: folder.path + "/descriptors")
    let lines = ["server", "two words\n", "ß\u{1F600}"].enumerated().map { index, name in
      DescriptorRecord.Line(
        name: DescriptorName(app: app, name: name),
        launch: LaunchIdentifier(rawValue: UInt64(index)),
        processID: 40,
        number: index == 0 ? nil : 7,
        device: 9,
        inode: .max
      )
    }
    #expect(record.read() == [])
    record.write(lines)
    #expect(record.read() == lines)
  }

  @Test("skips what is no line")
  func nonsense() throws {
    let folder = try TemporaryFolder()
    try folder.write("com.example.a 1 2\n\ncom.example.a 1 2 3 4 5 zz\n", to: "descriptors")
    #expect(DescriptorRecord(path: folder.path + "/descriptors").read() == [])
  }
}
