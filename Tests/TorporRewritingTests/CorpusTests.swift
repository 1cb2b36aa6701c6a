import Foundation
import Testing
import TorporRewriting

@Suite("Sources that exist")
struct CorpusTests {
  private static let root = String(
    #filePath.dropLast("/Tests/TorporRewritingTests/CorpusTests.swift".count)
  )

  private static func sources(below folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root + "/" + folder)?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { root + "/" + folder + "/" + $0 }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("for Linux come out as they are", arguments: ["Sources", "Tests/TorporRewritingTests"])
  func own(folder: String) throws {
    let sources = Self.sources(below: folder)
    #expect(sources.count > 3)
    for path in sources {
      let rewriting = SourceRewriting(try Self.bytes(path))
      #expect(rewriting.result(moduleTypeNames: []).rewritten == nil, "\(path)")
    }
  }

  @Test("of the SDK's samples keep all lines, and change only where they use Timer")
  func samples() throws {
    for path in Self.sources(below: "SDK/Samples") where !path.contains("/Legacy/") {
      let bytes = try Self.bytes(path)
      let text = String(decoding: bytes, as: UTF8.self)
      let changed = SourceRewriting(bytes).result(moduleTypeNames: []).rewritten ?? bytes
      #expect(
        String(decoding: changed, as: UTF8.self)
          == text.replacing(/\bTimer\b/.wordBoundaryKind(.simple), with: "AppleTimer"),
        "\(path)"
      )
    }
  }

  @Test("of the SDK declare the delegates' methods that are known here")
  func delegates() throws {
    for (path, name) in [
      ("SDK/Sources/UIKit/UIApplicationDelegate.swift", "UIApplicationDelegate"),
      (
        "SDK/Sources/UserNotifications/UNUserNotificationCenterDelegate.swift",
        "UNUserNotificationCenterDelegate"
      ),
      ("SDK/Sources/PushKit/PKPushRegistry.swift", "PKPushRegistryDelegate"),
    ] {
      let source = TokenizedSource(try Self.bytes(Self.root + "/" + path))
      let declared = SourceDeclarations(of: source).parts
        .first { $0.keyword == "protocol" && $0.name == name }
      let known = DelegateProtocol.all.first { $0.name == name }
      func facts(_ methods: [MethodDeclaration]?) -> [String] {
        (methods ?? []).map { "\($0.fullName) \($0.types) \($0.isAsync) \($0.result)" }.sorted()
      }
      #expect(declared?.methods.isEmpty == false)
      #expect(facts(declared?.methods) == facts(known?.methods))
    }
  }
}
