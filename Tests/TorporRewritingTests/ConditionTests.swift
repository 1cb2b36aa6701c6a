import Testing
import TorporRewriting

@Suite("Code that is not compiled for iOS")
struct ConditionTests {
  /// The words of a source that are compiled, as far as that is certain, without directives.
  private func compiled(_ text: String) -> [String] {
    let source = TokenizedSource(text)
    return source.tokens.indices.map { source.text($0) }.filter {
      ["a", "b", "c", "d"].contains($0)
    }
  }

  private func isCompiled(_ condition: String) -> Bool {
    compiled("#if \(condition)\na\n#endif") == ["a"]
  }

  @Test(
    "stands under a condition that is certainly false",
    arguments: [
      "os(macOS)", "os( tvOS )", "targetEnvironment(simulator)", "false", "!os(iOS)", "!(os(iOS))",
      "!os(Linux)",
      "os(macOS) || os(watchOS)", "os(macOS) && DEBUG", "DEBUG && os(macOS)",
      "(os(macOS) || (false))",
      "os(iOS) && targetEnvironment(macCatalyst)",
    ]
  )
  func off(condition: String) { #expect(!isCompiled(condition)) }

  @Test(
    "is not told of where it may be compiled",
    arguments: [
      "os(iOS)", "os(Linux)", "DEBUG", "!DEBUG", "canImport(AppKit)", "os(macOS) || DEBUG",
      "DEBUG || os(iOS)",
      "swift(>=5.9)", "!os(macOS)", "os(macOS) ||", "((", "", ")", "os()", "os(iOS, macOS)",
      "!!os(iOS)",
      "os(macOS) x", "DEBUG && X || os(iOS)",
    ]
  )
  func on(condition: String) { #expect(isCompiled(condition)) }

  @Test("is what stands beside a branch that is compiled, and inside of one that is not")
  func branches() {
    #expect(
      compiled("#if os(macOS)\na\n#elseif os(iOS)\nb\n#elseif DEBUG\nc\n#else\nd\n#endif") == ["b"]
    )
    #expect(compiled("#if DEBUG\na\n#elseif os(iOS)\nb\n#else\nc\n#endif\nd") == ["a", "b", "d"])
    #expect(
      compiled("#if os(macOS)\n#if os(iOS)\na\n#else\nb\n#endif\n#else\nc\n#endif\nd") == [
        "c", "d",
      ]
    )
    #expect(compiled("#endif\na\n#else\nb\n#elseif false\nc") == ["a", "b", "c"])
    #expect(compiled("#if os(macOS)\na") == [])
    let deep = String(repeating: "(", count: 100) + "false" + String(repeating: ")", count: 100)
    #expect(isCompiled(deep))
  }

  @Test("is neither rewritten nor judged")
  func judged() {
    let text = "#if os(macOS)\n@objc class A {}\n#else\n@objc class B {}\n#endif"
    #expect(rewritten(text) == "#if os(macOS)\n@objc class A {}\n#else\nclass B {}\n#endif")
    #expect(notes("#if os(watchOS)\nlet s = Selector(\"a\")\n#endif").isEmpty)
    func declarations(_ text: String) -> SourceDeclarations {
      SourceDeclarations(of: TokenizedSource(text))
    }
    #expect(!declarations("#if os(watchOS)\n@main\n#endif\nstruct A {}").hasEntryPoint)
    let shared = declarations(
      """
      #if os(macOS)
      class A: NSApplicationDelegate { func applicationWillTerminate(_ note: Notification) {} }
      #else
      class A: UIApplicationDelegate { func applicationWillTerminate(_ application: UIApplication) {} }
      #endif
      """
    )
    #expect(shared.parts.map(\.inherited) == [["UIApplicationDelegate"]])
    #expect(DelegateCheck([shared]).findings().isEmpty)
  }
}
