import Testing
import TorporRewriting

/// The source as it is compiled.
func rewritten(_ text: String, moduleTypeNames: Set<String> = []) -> String {
  let bytes = Array(text.utf8)
  let result = SourceRewriting(bytes).result(moduleTypeNames: moduleTypeNames)
  return String(decoding: result.rewritten ?? bytes, as: UTF8.self)
}

func notes(_ text: String) -> [SourceNote] {
  SourceRewriting(Array(text.utf8)).result(moduleTypeNames: []).notes
}

/// A source before and after.
struct Rewrite: Sendable, CustomTestStringConvertible {
  let before: String
  let after: String
  init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }
  var testDescription: String { before }
}

@Suite("Rewriting")
struct RewritingTests {
  static let attributes = [
    Rewrite("@objc func a() {}", "func a() {}"),
    Rewrite("@objc(a:) private func a(_ x: Any) {}", "private func a(_ x: Any) {}"),
    Rewrite("  @objc\n  func a() {}", "  \n  func a() {}"),
    Rewrite("@objcMembers class A: NSObject {}", "class A: NSObject {}"),
    Rewrite("@objc dynamic var x = 1", "dynamic var x = 1"),
    Rewrite("@IBOutlet weak var label: UILabel!", "weak var label: UILabel!"),
    Rewrite("@objc protocol P { func a() }", "protocol P: AnyObject { func a() }"),
    Rewrite("@objc public protocol P: Q {}", "public protocol P: AnyObject, Q {}"),
    Rewrite("@objc protocol P: NSObjectProtocol {}", "protocol P: NSObjectProtocol {}"),
    Rewrite("@objc protocol P: class {}", "protocol P: class {}"),
    Rewrite(
      "@objc @available(iOS 13, *) protocol P {}",
      "@available(iOS 13, *) protocol P: AnyObject {}"
    ),
    Rewrite("protocol P { @objc optional func a() }", "protocol P { func a() }"),
    Rewrite("@objc(A)\n@available(iOS 9, *)\nclass A {}", "\n@available(iOS 9, *)\nclass A {}"),
    Rewrite("@objc(\n  a\n) func a() {}", "\n\nfunc a() {}"),
  ]

  @Test("leaves out what only Objective-C needs", arguments: attributes)
  func attribute(rewrite: Rewrite) {
    #expect(rewritten(rewrite.before) == rewrite.after)
  }

  static let selectors = [
    Rewrite("class A { let s = #selector(b) }", #"class A { let s = Selector(_objc: "b", A.b) }"#),
    Rewrite(
      "class A { let s = #selector(b(_:)) }",
      #"class A { let s = Selector(_objc: "b:", A.b(_:)) }"#
    ),
    Rewrite(
      "class A { let s = #selector(self.b(note:)) }",
      #"class A { let s = Selector(_objc: "bWithNote:", A.b(note:)) }"#
    ),
    Rewrite(
      "class A { let s = #selector(b(for:)) }",
      #"class A { let s = Selector(_objc: "bFor:", A.b(for:)) }"#
    ),
    Rewrite(
      "class A { let s = #selector(Self.b) }",
      #"class A { let s = Selector(_objc: "b", A.b) }"#
    ),
    Rewrite(
      "class A { let s = #selector(B.c) }",
      #"class A { let s = Selector(_objc: "c", B.c) }"#
    ),
    Rewrite(
      "class A { let s = #selector(M.B.c(_:)) }",
      #"class A { let s = Selector(_objc: "c:", M.B.c(_:)) }"#
    ),
    Rewrite(
      "class A { let s = #selector(model.refresh) }",
      #"class A { let s = Selector(_objc: "refresh", type(of: model).refresh) }"#
    ),
    Rewrite(
      "extension A.B { func f() { x(#selector(b)) } }",
      #"extension A.B { func f() { x(Selector(_objc: "b", A.B.b)) } }"#
    ),
    Rewrite(
      "class A { func b(_ n: Notification) {}; let s = #selector(b) }",
      #"class A { func b(_ n: Notification) {}; let s = Selector(_objc: "b:", A.b) }"#
    ),
    Rewrite(
      "class A { class B { func b() {} }; let s = #selector(b as () -> Void) }",
      #"class A { class B { func b() {} }; let s = Selector(_objc: "b", A.b as (A) -> () -> Void) }"#
    ),
    Rewrite(
      "class A { let s = #selector(A.b as (A) -> () -> Void) }",
      #"class A { let s = Selector(_objc: "b", A.b as (A) -> () -> Void) }"#
    ),
    Rewrite(
      "class A { let s = #selector(\n  b(_:)\n) }",
      "class A { let s = Selector(_objc: \"b:\", A.b(_:))\n\n }"
    ),
    Rewrite(
      #"class A { let s = "\(#selector(b))" }"#,
      #"class A { let s = "\(Selector(_objc: "b", A.b))" }"#
    ),
    Rewrite(
      "class A { let s = #selector(getter: b) }",
      #"class A { let s = Selector("b") }"#
    ),
    Rewrite(
      "class A { let s = #selector(setter: A.b) }",
      #"class A { let s = Selector("setB:") }"#
    ),
    Rewrite(
      "class A { let s = #selector(b(_:event:)) }",
      #"class A { let s = Selector("b:event:") }"#
    ),
    Rewrite(
      "class A { func f(class b: Int) { x(#selector(c)); guard let actor else { return } } }",
      #"class A { func f(class b: Int) { x(Selector(_objc: "c", A.c)); guard let actor else { return } } }"#
    ),
    Rewrite("let s = #selector(", "let s = #selector("),
    Rewrite("let s = #selector()", "let s = #selector()"),
  ]

  @Test("puts a method in the place of its selector", arguments: selectors)
  func selector(rewrite: Rewrite) {
    #expect(rewritten(rewrite.before) == rewrite.after)
  }

  static let others = [
    Rewrite("#if os(iOS)\nlet a = 1\n#endif", "#if os(Linux)\nlet a = 1\n#endif"),
    Rewrite(
      "#if DEBUG && (os(iOS) || os(tvOS))\n#elseif !os( iOS )\n#endif",
      "#if DEBUG && (os(Linux) || os(tvOS))\n#elseif !os( Linux )\n#endif"
    ),
    Rewrite("f(os(iOS))", "f(os(iOS))"),
    Rewrite("let k = #keyPath(Person.address.street)", #"let k = "address.street""#),
    Rewrite("let k = #keyPath(name)", #"let k = "name""#),
    Rewrite("import Darwin", "import Glibc"),
    Rewrite("import Darwin.POSIX.sys", "import Glibc"),
    Rewrite("import func Darwin.sqrt", "import func Glibc.sqrt"),
    Rewrite("import ObjectiveC.runtime", "import Foundation"),
    Rewrite("@preconcurrency import FoundationNetworking", "@preconcurrency import AppleSupport"),
    Rewrite("#if canImport(FoundationNetworking)", "#if canImport(FoundationNetworking)"),
    Rewrite("import UIKit.UIApplication", "import UIKit.UIApplication"),
    Rewrite("var t: Timer? = Timer()", "var t: AppleTimer? = AppleTimer()"),
    Rewrite("var t: Foundation.Timer?", "var t: Foundation.Timer?"),
    Rewrite("Foundation.URLSession(configuration: c)", "AppleSupport.URLSession(configuration: c)"),
    Rewrite("import class Foundation.URLSession", "import class Foundation.URLSession"),
    Rewrite(
      "let a = Foundation.URL(x); b.Foundation.URLSession",
      "let a = Foundation.URL(x); b.Foundation.URLSession"
    ),
    Rewrite("f(Timer: 1); enum A { case Timer }", "f(Timer: 1); enum A { case Timer }"),
    Rewrite("enum A { case a(Timer), Timer }", "enum A { case a(AppleTimer), Timer }"),
    Rewrite(
      "switch x { case Timer: f(a, Timer) }",
      "switch x { case AppleTimer: f(a, AppleTimer) }"
    ),
    Rewrite("import Timer; static let Timer = 1", "import Timer; static let Timer = 1"),
    Rewrite("@objc private(set) var a = 1; @objc init() {}", "private(set) var a = 1; init() {}"),
    Rewrite(
      "d.applicationDidBecomeActive?(app); self.done?(1)",
      "d.applicationDidBecomeActive(app); self.done?(1)"
    ),
  ]

  @Test("knows conditions, key paths, modules, timers and optional methods", arguments: others)
  func other(rewrite: Rewrite) {
    #expect(rewritten(rewrite.before) == rewrite.after)
  }

  @Test("leaves a type Timer of the module's own")
  func ownTimer() {
    #expect(rewritten("let t = Timer()", moduleTypeNames: ["Timer"]) == "let t = Timer()")
  }

  static let untouched = [
    "", "\n", "// @objc\n", "/* #selector(a) */", "let s = \"@objc #selector(a) os(iOS)\"",
    "let s = #\"\"\"\n@objc\n#if os(iOS)\n\"\"\"#", "@available(iOS 13, *) func a() {}",
    "if #available(iOS 15, *) {}", "@IBAction func a(_ s: Any) {}", "@NSCopying var a: NSString",
    "@UIApplicationMain class A {}", "#if canImport(UIKit) || os(macOS)\n#endif",
    "let r = /@objc/", "\r\nlet a = 1\r\n", "let x = \"\\(a)\" // #keyPath(b)",
  ]

  @Test("leaves everything else byte for byte", arguments: untouched)
  func nothing(text: String) {
    #expect(SourceRewriting(Array(text.utf8)).result(moduleTypeNames: []).rewritten == nil)
  }

  @Test("keeps the count of lines, and changes nothing a second time")
  func properties() {
    let all = Self.attributes + Self.selectors + Self.others
    for text in all.map(\.before) + [all.map(\.before).joined(separator: "\n")] {
      let once = rewritten(text)
      #expect(once.utf8.count { $0 == 0x0a } == text.utf8.count { $0 == 0x0a }, "\(text)")
      #expect(rewritten(once) == once, "\(text)")
    }
  }

  @Test("keeps line ends of Windows")
  func windows() {
    #expect(rewritten("@objc\r\nfunc a() {}\r\n") == "\r\nfunc a() {}\r\n")
    #expect(rewritten("f(#selector(A.b\r\n))") == "f(Selector(_objc: \"b\", A.b)\r\n)")
  }
}

@Suite("Notes of rewriting")
struct NoteTests {
  @Test("name the place, and say what to do")
  func texts() {
    #expect(
      notes("protocol P {\n  @objc optional func a()\n}") == [
        SourceNote(
          line: 2,
          column: 9,
          text:
            "An optional requirement is a required one on Linux. Give it a default in an extension of the protocol, or "
            + "implement it in each type that adopts the protocol."
        )
      ]
    )
    #expect(
      notes("class A { let s = #selector(b(_:event:)) }").map(\.text) == [
        "'b' takes 2 arguments; its selector is only a name on Linux, and to call it ends the app. Use a form with a "
          + "block."
      ]
    )
    #expect(
      notes("class A { let s = #selector(getter: b) }").map(\.text) == [
        "The selector of a property is only a name on Linux; to call it ends the app."
      ]
    )
    #expect(
      notes(#"let s = Selector("tick:"); let t = Selector(("a")); let u = Selector(name)"#) == [
        SourceNote(line: 1, column: 9, text: named), SourceNote(line: 1, column: 36, text: named),
      ]
    )
    #expect(notes("class A { let s = #selector(b) }").isEmpty)
    #expect(notes("protocol P { @objc init(a: Int); @objc optional func b() }").count == 1)
  }

  private let named =
    "A selector of only a name has no method behind it on Linux, and to call it ends the app. Write #selector."

  @Test("have columns in bytes, as the compiler's")
  func columns() {
    #expect(notes("let ü = Selector(\"a\")").map(\.column) == [10])
  }
}

@Suite("An overlay")
struct OverlayTests {
  @Test("names each file and its copy, with every sign of a path")
  func text() {
    let overlay = VirtualOverlay([("/a/b \"c\".swift", "/o/1\\2\n.swift")])
    #expect(
      overlay.text
        == #"{"version": 0, "case-sensitive": "true", "use-external-names": "false", "roots": ["#
        + "\n"
        + #"{"type": "file", "name": "/a/b \"c\".swift", "external-contents": "/o/1\\2\x0a.swift"}"#
        + "\n]}\n"
    )
  }
}
