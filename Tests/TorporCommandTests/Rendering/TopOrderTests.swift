import Testing
import TorporModel

@testable import torpor

@Suite("The order of the live view")
struct TopOrderTests {
  private static func use(_ name: String, launch: UInt64, memory: Int64) -> AppUse {
    var app = Samples.app(name, .active, footprintBytes: memory)
    app.launch = LaunchIdentifier(rawValue: launch)
    app.processID = Int32(launch)
    return AppUse(app, at: Samples.now, since: nil)
  }

  private static let uses = [
    use("maps", launch: 7, memory: 10), use("mail", launch: 3, memory: 30),
    use("notes", launch: 5, memory: 20),
  ]

  private func names(_ keys: [TopKey]) -> [String] {
    var order = TopOrder()
    for key in keys { order.press(key) }
    return order.sorted(Self.uses, at: Samples.now).map(\.use)
  }

  @Test("has the busiest above at first, then those with the most memory")
  func usual() { #expect(names([]) == ["mail", "notes", "maps"]) }

  @Test("is chosen by the arrows: left and right the column, up and down the end that is above")
  func arrows() {
    // CPU, TIME, MEMORY, HELD BY, then NAME again.
    #expect(names([.right, .right]) == ["mail", "notes", "maps"])
    #expect(names([.right, .right, .down]) == ["maps", "notes", "mail"])
    #expect(names([.right, .right, .down, .up]) == ["mail", "notes", "maps"])
    #expect(names([.right, .right, .right, .right]) == ["mail", "maps", "notes"])
    #expect(names([.left, .left]) == ["mail", "notes", "maps"])
    #expect(names([.left, .left, .up]) == ["maps", "notes", "mail"])
  }

  @Test("is shown by an arrow in the heading")
  func heading() {
    var order = TopOrder()
    #expect(order.title("CPU", .processor) == "CPU↓")
    #expect(order.title("NAME", .name) == "NAME")
    order.press(.down)
    #expect(order.title("CPU", .processor) == "CPU↑")
  }

  @Test("hears arrows in both modes of a terminal, with parameters, and q among other keys")
  func keys() {
    #expect(
      TopKey.keys(in: Array("\u{1b}[A\u{1b}OB\u{1b}[1;2C\u{1b}[D".utf8)) == [
        .up, .down, .right, .left,
      ]
    )
    #expect(TopKey.keys(in: Array("xq".utf8)) == [.quit])
    #expect(TopKey.keys(in: Array("\u{1b}".utf8)).isEmpty)
    #expect(TopKey.keys(in: Array("\u{1b}[5~".utf8)).isEmpty)
  }
}

extension AppUse {
  fileprivate var use: String { app.app.text }
}
