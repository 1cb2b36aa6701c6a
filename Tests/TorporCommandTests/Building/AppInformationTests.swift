import Testing

@testable import torpor

@Suite("The Info.plist of a built app")
struct AppInformationTests {
  private func make(
    _ body: String?,
    name: String = "My App",
    identifier: String? = nil
  ) throws -> AppInformation {
    let source = body.map { body in
      (bytes: Array("<plist><dict>\(body)</dict></plist>".utf8), file: "Info.plist")
    }
    return try AppInformation(source: source, name: name, identifier: identifier)
  }

  private func values(_ information: AppInformation) throws -> [String: PropertyListValue] {
    try PropertyListValue.dictionary(information.bytes, file: "made")
  }

  @Test("is the author's, byte for byte, where nothing has to be filled in")
  func same() throws {
    let body =
      InfoPlistTests.minimum
      + "<key>CFBundleName</key><string>Mail</string><key>D</key><date>x</date>"
    let made = try make(body)
    #expect(String(decoding: made.bytes, as: UTF8.self) == "<plist><dict>\(body)</dict></plist>")
    #expect(made.identifier == "com.example.mail" && made.executable == "mail")
    #expect(made.warnings(file: "Info.plist").isEmpty)
  }

  @Test("has Xcode's variables filled in")
  func variables() throws {
    let made = try make(
      """
      <key>CFBundleIdentifier</key><string>com.example.$(PRODUCT_NAME:rfc1034identifier)</string>
      <key>CFBundleExecutable</key><string>${EXECUTABLE_NAME}</string>
      <key>UIApplicationSceneManifest</key><dict><key>A &amp; B</key><array>
      <string>$(PRODUCT_MODULE_NAME).Scene</string><true/><integer>-3</integer><real>1.5</real></array></dict>
      <key>Other</key><string>$(UNKNOWN) $5 ${PRODUCT_NAME:upper} $(</string>
      <key>Date</key><date>2026-01-01T00:00:00Z</date>
      <key>N</key><dict><key>when</key><date>2026-01-01T00:00:00Z</date>
      <key>list</key><array><string>a</string><data>AA==</data></array></dict>
      """
    )
    let values = try values(made)
    #expect(made.identifier == "com.example.My-App")
    #expect(made.executable == "My App")
    #expect(
      values["UIApplicationSceneManifest"]
        == .dictionary([
          "A & B": .array([.text("My_App.Scene"), .flag(true), .integer(-3), .number(1.5)])
        ])
    )
    #expect(values["Other"] == .text("$(UNKNOWN) $5 ${PRODUCT_NAME:upper} $("))
    #expect(values["CFBundleName"] == .text("My App"))
    #expect(
      made.warnings(file: "/p/Info.plist") == [
        "/p/Info.plist: dates and data are left out: Date, N.list.1, N.when."
      ]
    )
  }

  @Test("is made where there is none, and has the identifier that is asked for")
  func none() throws {
    let made = try make(nil)
    #expect(made.identifier == "local.My-App" && made.executable == "My App")
    #expect(
      made.warnings(file: nil) == [
        "There is no Info.plist, so the app has no background modes and is local.My-App. Write one, or name it with "
          + "--info-plist."
      ]
    )
    #expect(try make(nil, identifier: "a.b").identifier == "a.b")
    #expect(try make(InfoPlistTests.minimum, identifier: "a.b").identifier == "a.b")
    #expect(
      try make(
        "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>",
        identifier: "a.b"
      )
      .identifier == "a.b"
    )
  }

  @Test("is refused at once where an installation would be")
  func wrong() {
    #expect(
      sentence { _ = try make("<key>UIBackgroundModes</key><string>fetch</string>") }
        == "Info.plist: UIBackgroundModes is the string 'fetch'. It must be an array of strings."
    )
    #expect(
      sentence { _ = try make(nil, identifier: "a b") }?
        .hasPrefix("Info.plist: CFBundleIdentifier is 'a b'. It must be 1 to 155 letters") == true
    )
  }

  @Test("is that of the app among several")
  func choice() throws {
    let found = ["/p/App.app/Info.plist", "/p/Other/Info.plist", "/p/App/Info.plist"]
    func choose(_ found: [String], named: String? = nil) throws -> String? {
      try InformationFile.choose(named: named, among: found, app: "App", target: "App")
    }
    #expect(try choose(found) == "/p/App.app/Info.plist")
    #expect(try choose(Array(found.dropFirst())) == "/p/App/Info.plist")
    #expect(try choose(["/p/X/Info.plist"]) == "/p/X/Info.plist")
    #expect(try choose(["/p/X/Info.plist", "/p/App-Info.plist"]) == "/p/App-Info.plist")
    #expect(try choose([]) == nil)
    #expect(
      sentence { _ = try choose(["/p/X/Info.plist", "/p/Y/Info.plist"]) }
        == "Several files can be the app's Info.plist: /p/X/Info.plist, /p/Y/Info.plist. Choose one with --info-plist."
    )
    #expect(
      sentence { _ = try choose([], named: "/none") }
        == "There is no '/none'. Check what --info-plist names."
    )
  }
}

@Suite("What the compiler says")
struct CompilerOutputTests {
  @Test("is progress or a message")
  func lines() {
    var output = CompilerOutput()
    #expect(output.take("[3/7] Compiling App A.swift") == .progress("[3/7] Compiling App A.swift"))
    #expect(output.take("Build complete! (3s)") == .progress("Build complete! (3s)"))
    #expect(output.take("[x/7] said an app") == .message("[x/7] said an app"))
    #expect(output.take("/a.swift:1:1: warning: b") == .message("/a.swift:1:1: warning: b"))
  }

  @Test("is counted, with the modules that are missing")
  func failures() {
    var output = CompilerOutput()
    #expect(
      output.failure(of: "App", status: 1 << 8)
        == "App was not built: the compiler ended with status 1. What it says is above."
    )
    #expect(
      output.failure(of: "App", status: 9)
        == "App was not built: the compiler ended with signal 9. What it says is above."
    )
    _ = output.take("/a.swift:1:8: error: no such module 'Combine'")
    _ = output.take("  |   `- error: no such module 'Combine'")
    _ = output.take("/a.swift:1:8: error: no such module 'Combine'")
    _ = output.take("error: emit-module command failed with exit code 1 (use -v to see invocation)")
    #expect(
      output.failure(of: "App", status: 1 << 8)
        == "App was not built: one error, see above. The module Combine is neither in the SDK (docs/sdk.md says what is) "
        + "nor in the project."
    )
    _ = output.take("/b.swift:1:8: error: no such module 'SwiftUI'")
    #expect(
      output.failure(of: "App", status: 1 << 8)
        == "App was not built: 2 errors, see above. The modules Combine, SwiftUI are neither in the SDK (docs/sdk.md says "
        + "what is) nor in the project."
    )
  }

  @Test("is cut into lines, wherever it was cut on its way")
  func buffer() {
    var buffer = LineBuffer()
    #expect(buffer.take(Array("a\nb".utf8)) == ["a"])
    #expect(buffer.take(Array("c\n\nd".utf8)) == ["bc", ""])
    #expect(buffer.rest == "d")
    #expect(buffer.take([UInt8](repeating: 0x61, count: 70_000)).count == 1)
    #expect(buffer.rest == nil)
  }

  @Test("ends with what to do next")
  func outcome() {
    var outcome = AppBuild.Outcome(
      app: "/p/My App.app",
      identifier: "a.b",
      rewrittenCount: 1,
      sourceCount: 3
    )
    #expect(
      BuildCommand.sentence(outcome)
        == "/p/My App.app is built. 1 of 3 sources were rewritten in copies. `torpor install '/p/My App.app'` installs it "
        + "as a.b."
    )
    outcome.app = nil
    outcome.rewrittenCount = 0
    #expect(
      BuildCommand.sentence(outcome)
        == "The libraries are built; there is no program, and so no app."
    )
  }
}
