import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("What is kept of an app's output")
struct KeptOutputTests {
  @Test("is told with what it is the last of, and how to read it")
  func words() {
    let app = AppIdentifier("run.make")!
    #expect(
      KeptOutput(bytes: 2048, bytesPrinted: 2048).line(of: app)
        == "2.0 KiB kept: `torpor output run.make`"
    )
    #expect(
      KeptOutput(bytes: 1 << 20, bytesPrinted: 5 << 20).line(of: app)
        == "1.0 MiB kept, the last of 5.0 MiB: `torpor output run.make`"
    )
  }
}
