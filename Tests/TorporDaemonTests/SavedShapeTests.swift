import Glibc
import Testing
import TorporCore
import TorporModel
import TorporWire

/// What is in the journal is read by every later build, so that its shape may change by a migration only.
@Suite("What is saved")
struct SavedShapeTests {
  @Test("has the shape that was agreed on for this format")
  func shape() throws {
    let recorder = ShapeRecorder(names: try SavedShapeTests.names())
    recorder.provide(Device(DeviceConfiguration(profile: .linux), at: .zero))
    _ = try? recorder.value(of: Device.self)
    _ = try? recorder.value(of: Input.self)
    _ = try? recorder.value(of: Decision.self)
    #expect(recorder.failures == [])
    let shape = "format \(JournalFormat.current)\n\n\(recorder.text)"
    let path = SavedShapeTests.root + "/Tests/Golden/shape.txt"
    let agreed = SavedShapeTests.read(path)
    if agreed != shape, getenv("TORPOR_UPDATE_SHAPE") != nil {
      let file = try #require(fopen(path, "w"))
      fputs(shape, file)
      fclose(file)
      return
    }
    guard agreed != shape else { return }
    let (old, new) = (Set(agreed.split(separator: "\n")), Set(shape.split(separator: "\n")))
    Issue.record(
      """
      A saved type has changed; journals of other builds are read by its old shape.
      Gone: \(old.subtracting(new).sorted()). New: \(new.subtracting(old).sorted()).
      If Tests/Golden has a journal of format \(JournalFormat.current) by now, the format has landed: \
      raise JournalFormat.current, and add a step from it to JournalSchema.steps and to \
      JournalMigration.all (an empty one where records without the new member or case are read as they \
      are). Then write the shape anew: TORPOR_UPDATE_SHAPE=1 swift test --filter SavedShapeTests, and look \
      at the difference. Once the build has landed: scripts/golden-journal BUILD. \
      docs/decisions/0026-state-that-lasts.md says why.
      """
    )
  }

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The words of every line that names cases, and their raw values: the names of all cases are among them.
  private static func names() throws -> [String] {
    var names: Set<String> = ["a.b", "1", "*-*-*", "UTC", "CET-1CEST,M3.5.0,M10.5.0/3"]
    for folder in ["TorporModel", "TorporCore"] {
      for file in files(below: "\(root)/Sources/\(folder)") {
        var goesOn = false
        for line in read(file).split(separator: "\n") {
          let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
          // `case` or `indirect case`; a list of cases may take several lines.
          guard goesOn || words.prefix(2).contains("case") else { continue }
          goesOn = line.hasSuffix(",")
          names.formUnion(words.map(String.init))
          let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
          for (index, text) in quoted.enumerated() where index % 2 == 1 {
            names.insert(String(text))
          }
        }
      }
    }
    return names.sorted()
  }

  private static func files(below folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".swift") {
        found.append("\(folder)/\(name)")
      } else if !name.hasPrefix("."), entry.pointee.d_type == UInt8(DT_DIR) {
        found += files(below: "\(folder)/\(name)")
      }
    }
    return found
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
