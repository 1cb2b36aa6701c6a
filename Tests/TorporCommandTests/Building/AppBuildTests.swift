import ArgumentParser
import Glibc
import Testing
import TorporPosix

@testable import torpor

/// A project, an SDK that is not used, and scripts that stand for Swift's tools and say what they were given.
private final class ToolScene {
  let scene: BuildScene
  let environment: CurrentEnvironment
  var root: String { scene.folder }

  init() throws {
    scene = try BuildScene()
    environment = CurrentEnvironment(
      all: ["PATH=\(scene.folder)/bin:/usr/bin:/bin"],
      workingDirectory: scene.folder
    )
    try scene.file("sdk/Modules/x")
    try scene.file(
      "sdk/toolset.json",
      #"{"swiftCompiler": {"extraCLIOptions": ["-I", "\#(scene.folder)/sdk/Modules", "-lTorporSDK"]}}"#
    )
    // The program is what the compiler was given, and the last word but one of that is "-o".
    try tool(
      "swiftc",
      #"[ "$1" = --version ] && exec cat "$(dirname "$0")/../version"; for word; do last=$word; done; echo "$@" >"$last""#
    )
    try tool("swift", #"cat "$(dirname "$0")/description""#)
  }

  func tool(_ name: String, _ body: String) throws {
    try scene.file("bin/" + name, "#!/bin/sh\n" + body + "\n")
    try Files.setMode(0o755, of: root + "/bin/" + name)
  }

  func run(_ paths: [String], _ options: AppBuild.Options = .init()) throws -> AppBuild.Outcome {
    let build = AppBuild(
      tools: try SwiftTools(environment),
      sdk: try SDKFolder(at: root + "/sdk"),
      folder: try BuildFolder(root + "/out"),
      options: options
    )
    return try build.run(try BuildInput(paths, in: root))
  }
}

@Suite("A build")
struct AppBuildTests {
  private static let delegate =
    "@UIApplicationMain @objc class D: UIResponder, UIApplicationDelegate {}"

  @Test(
    "puts the app together anew: nothing is written through a link, and what is gone stays gone"
  )
  func anew() throws {
    let tools = try ToolScene()
    let (scene, root) = (tools.scene, tools.root)
    try scene.file("App/D.swift", Self.delegate)
    try scene.file("App/App.app/Info.plist", "<plist><dict/></plist>")
    try scene.file("App/App.app/old.txt", "1")
    try scene.file("precious", "mine")
    let link = root + "/App/App.app/data.txt"
    #expect(symlink(root + "/precious", link) == 0)
    _ = try tools.run(["App"])
    #expect(Files.target(of: root + "/out/App.app/data.txt") == root + "/precious")
    #expect(unlink(link) == 0 && unlink(root + "/App/App.app/old.txt") == 0)
    try scene.file("App/App.app/data.txt", "new")
    _ = try tools.run(["App"])
    #expect(scene.text("precious") == "mine")
    #expect(scene.text("out/App.app/data.txt") == "new")
    #expect(Set(Files.names(in: root + "/out/App.app")) == ["App", "Info.plist", "data.txt"])
    // An app that is a link leads to what is somebody else's.
    #expect(rename(root + "/out/App.app", root + "/elsewhere") == 0)
    #expect(symlink(root + "/elsewhere", root + "/out/App.app") == 0)
    #expect(
      sentence { _ = try tools.run(["App"]) }
        == "\(root)/out/App.app is not a folder of this user, so the app is not put there. Move it away and build again."
    )
    #expect(Set(Files.names(in: root + "/elsewhere")) == ["App", "Info.plist", "data.txt"])
  }

  @Test("reads no pipe that has the name of a source")
  func pipe() throws {
    let tools = try ToolScene()
    try tools.scene.file("App/D.swift", Self.delegate)
    #expect(mkfifo(tools.root + "/App/E.swift", 0o600) == 0)
    #expect(
      sentence { _ = try tools.run(["App"]) }
        == "\(tools.root)/App/E.swift cannot be read: Invalid argument (EINVAL). Check it, or leave it out."
    )
  }

  @Test("compiles sources through the overlay, with the SDK's options, and lays out the app")
  func sources() throws {
    let tools = try ToolScene()
    try tools.scene.file("App/D.swift", Self.delegate)
    try tools.scene.file("App/E.swift", "let a = 1")
    try tools.scene.file("App/Info.plist", "<plist><dict/></plist>")
    let outcome = try tools.run(["App"])
    let root = tools.root
    #expect(
      outcome
        == .init(
          app: root + "/out/App.app",
          identifier: "local.App",
          rewrittenCount: 1,
          sourceCount: 2
        )
    )
    let given = tools.scene.text("out/App.app/App") ?? ""
    #expect(
      given
        == "-module-name App -swift-version 5 -Onone -g -whole-module-optimization -parse-as-library -vfsoverlay "
        + "\(root)/out/overlay.yaml -module-cache-path \(root)/out/swift/module-cache -I \(root)/sdk/Modules -lTorporSDK "
        + "\(root)/App/D.swift \(root)/App/E.swift -o \(root)/out/swift/App\n"
    )
    #expect(tools.scene.text("out/overlay.yaml")?.contains("\"\(root)/App/D.swift\"") == true)
    #expect(
      tools.scene.text("out/rewritten/0-D.swift")?.hasPrefix("@UIApplicationMain class D") == true
    )
    #expect(tools.scene.text("App/D.swift") == Self.delegate)

    // A source that needs no copy any more has none.
    try tools.scene.file("App/D.swift", "@main class D {}")
    #expect(
      try tools.run(["App"], .init(isRelease: true, languageVersion: "6")).rewrittenCount == 0
    )
    #expect(Files.names(in: root + "/out/rewritten").isEmpty)
    let release = tools.scene.text("out/App.app/App") ?? ""
    #expect(release.hasPrefix("-module-name App -swift-version 6 -O -whole-module-optimization"))
  }

  @Test("has SwiftPM build a package, and takes what lies beside its Info.plist")
  func package() throws {
    let tools = try ToolScene()
    let root = tools.root
    try tools.scene.file("P/Package.swift")
    try tools.scene.file("P/Sources/App/A.swift", Self.delegate)
    try tools.scene.file("P/App.app/Info.plist", InfoPlistTests.list)
    try tools.scene.file("P/App.app/sounds/bell.wav", "bell")
    try tools.scene.file(
      "bin/description",
      #"{"path": "\#(root)/P", "products": [{"name": "App", "targets": ["App"], "type": {"executable": null}}],"#
        + #""targets": [{"name": "App", "module_type": "SwiftTarget", "type": "executable", "path": "Sources/App", "sources": ["A.swift"]}]}"#
    )
    try tools.tool(
      "swift",
      """
      [ "$1" = build ] || exec cat "$(dirname "$0")/description"
      mkdir -p '\(root)/out/swift/debug/P_App.resources'
      echo "$@" >'\(root)/out/swift/debug/App'
      """
    )
    let outcome = try tools.run(["P"])
    #expect(outcome.app == root + "/out/App.app" && outcome.identifier == "com.example.mail")
    #expect(
      tools.scene.text("out/App.app/mail")
        == "build --package-path \(root)/P --scratch-path \(root)/out/swift --configuration debug --toolset "
        + "\(root)/sdk/toolset.json -Xswiftc -vfsoverlay -Xswiftc \(root)/out/overlay.yaml --product App -Xswiftc "
        + "-parse-as-library\n"
    )
    #expect(tools.scene.text("out/App.app/sounds/bell.wav") == "bell")
    #expect(Files.isFolder(root + "/out/App.app/P_App.resources"))
    #expect(tools.scene.text("out/App.app/Info.plist") == InfoPlistTests.list)
  }

  @Test("says what is wrong with the sources, the package or the tool")
  func failures() throws {
    let tools = try ToolScene()
    let root = tools.root
    try tools.scene.file("App/A.swift", "let a = 1")
    try tools.scene.file("App/B.swift", "let b = 1")
    func refusal(_ paths: [String], _ options: AppBuild.Options = .init()) -> String? {
      sentence { _ = try tools.run(paths, options) }
    }
    #expect(
      refusal(["App"])
        == "No source of App says where the program begins. Put @main or @UIApplicationMain before the "
        + "delegate's class, or name a file main.swift."
    )
    #expect(
      refusal(["App"], .init(product: "x"))
        == "--product names a program of a package, and \(root)/App is none. Leave it out."
    )
    try tools.scene.file("P/Package.swift")
    try tools.scene.file("bin/description", "error: nothing")
    #expect(
      refusal(["P"])
        == "\(root)/P/Package.swift cannot be read: `swift package describe` has failed; what it says is above."
    )
    #expect(
      refusal(["App/A.swift"], .init(information: "/none"))
        == "There is no '/none'. Check what --info-plist names."
    )
    #expect(Files.names(in: root + "/out/swift").isEmpty, "compiled before the list was looked for")
    try tools.tool("swiftc", "exit 3")
    #expect(
      refusal(["App/A.swift"])
        == "A was not built: the compiler ended with status 3. What it says is above."
    )
    try tools.scene.file("bin/swiftc", "#!/none\n")
    try Files.setMode(0o755, of: root + "/bin/swiftc")
    #expect(
      refusal(["App/A.swift"])
        == "\(root)/bin/swiftc could not be started: No such file or directory (ENOENT)."
    )
    symlink("/none", root + "/App/C.swift")
    #expect(
      refusal(["App"])
        == "\(root)/App/C.swift cannot be read: No such file or directory (ENOENT). Check it, or leave it out."
    )
  }

  @Test("says which file is in the way")
  func obstacles() throws {
    let tools = try ToolScene()
    let root = tools.root
    try tools.scene.file("D.swift", Self.delegate)
    func refusal() -> String? { sentence { _ = try tools.run(["D.swift"]) } }
    func inTheWay(_ name: String, _ expected: String) throws {
      try Files.makeFolder(root + "/out/" + name, mode: 0o755)
      #expect(refusal() == expected)
      try Files.removeFolder(root + "/out/" + name)
    }
    _ = try BuildFolder(root + "/out")
    try inTheWay(
      "rewritten/0-D.swift",
      "The copy of \(root)/D.swift cannot be written: cannot replace \(root)/out/rewritten/0-D.swift: Is a directory "
        + "(EISDIR)."
    )
    try inTheWay(
      "rewritten/9-E.swift",
      "An old copy cannot be removed: cannot remove \(root)/out/rewritten/9-E.swift: Is a directory (EISDIR)."
    )
    try inTheWay(
      "overlay.yaml",
      "The overlay of the rewritten sources cannot be written: cannot replace \(root)/out/overlay.yaml: Is a directory "
        + "(EISDIR)."
    )
    try tools.scene.file("out/D.app")
    #expect(
      refusal()
        == "\(root)/out/D.app is not a folder of this user, so the app is not put there. Move it away and build again."
    )
    try Files.remove(root + "/out/D.app")
    try Files.remove(root + "/out/swift/D")
    try tools.tool("swiftc", "true")
    let copying = refusal()
    #expect(
      copying?.hasPrefix("\(root)/out/swift/D cannot be copied into \(root)/out/D.app: ") == true
    )
    #expect(copying?.contains("cp: ") == true)
  }

  @Test(
    "takes what is beside the Info.plist only from a folder of the app's name, and never for its program"
  )
  func beside() throws {
    let tools = try ToolScene()
    let (scene, root) = (tools.scene, tools.root)
    try scene.file("Notes.app/D.swift", Self.delegate)
    try scene.file("Notes.app/Info.plist", "<plist><dict/></plist>")
    _ = try tools.run(["Notes.app/D.swift"], .init(name: "Other"))
    #expect(Set(Files.names(in: root + "/out/Other.app")) == ["Other", "Info.plist"])
    let list =
      "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleExecutable</key>"
    try scene.file("list", list + "<string>Info.plist</string></dict></plist>")
    #expect(
      sentence {
        _ = try tools.run(["Notes.app/D.swift"], .init(name: "X", information: root + "/list"))
      }
        == "CFBundleExecutable is 'Info.plist', and the app has another file of that name. Change it in the Info.plist."
    )
  }

  @Test("begins anew where the compiler says that it is another one")
  func otherCompiler() throws {
    let tools = try ToolScene()
    try tools.scene.file("D.swift", Self.delegate)
    try tools.scene.file("version", "Swift 1")
    _ = try tools.run(["D.swift"])
    try tools.scene.file("out/swift/kept")
    _ = try tools.run(["D.swift"])
    #expect(tools.scene.text("out/swift/kept") != nil)
    try tools.scene.file("version", "Swift 2")
    _ = try tools.run(["D.swift"])
    #expect(tools.scene.text("out/swift/kept") == nil)
  }

  @Test("is asked for with words that mean something")
  func words() throws {
    #expect(throws: (any Error).self) { _ = try BuildCommand.parse(["--swift-version", "7"]) }
    for name in ["a/b", "", ".app"] {
      do {
        _ = try BuildCommand.parse(["--name", name])
        Issue.record("'\(name)' is taken")
      } catch {
        #expect(
          BuildCommand.message(for: error)
            == "--name is '\(name)'. It must be the name of a file, without '/' and '.' in front."
        )
      }
    }
    do {
      _ = try BuildCommand.parse(["--identifier", "a b"])
      Issue.record("'a b' is taken")
    } catch {
      #expect(
        BuildCommand.message(for: error)
          == "--identifier is 'a b'. It must be 1 to 155 letters, digits, '.', '-' and '_', with no part between dots "
          + "empty, such as com.example.mail."
      )
    }
    do {
      _ = try BuildCommand.parse(["--swift-version", "7"])
    } catch {
      #expect(BuildCommand.message(for: error) == "--swift-version is '7'. Allowed: 5, 6.")
    }
    let command = try BuildCommand.parse(["--sdk", "a", "b.swift", "c.swift"])
    #expect(command.sdk == "a" && command.paths == ["b.swift", "c.swift"])
  }

  @Test("keeps everything that a tool says until it ends, and its status")
  func run() throws {
    let tools = try ToolScene()
    try tools.tool(
      "talk",
      "i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done; printf end >&2; exit 7"
    )
    var said: [String] = []
    let status = try CompilerRun(program: tools.root + "/bin/talk", arguments: []).run {
      said.append($0)
    }
    #expect(said == (0..<3000).map(String.init) + ["end"])
    #expect(status == 7 << 8)
  }
}
