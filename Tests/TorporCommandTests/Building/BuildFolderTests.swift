import Glibc
import Testing
import TorporPosix

@testable import torpor

@Suite("A build folder")
struct BuildFolderTests {
  @Test("is new, empty, or of an earlier build")
  func own() throws {
    let scene = try BuildScene()
    let path = scene.folder + "/a/b"
    do {
      let folder = try BuildFolder(path)
      #expect(Files.isFolder(folder.intermediates))
    }
    #expect(scene.text("a/b/.gitignore") == "*\n")
    _ = try BuildFolder(path)
  }

  @Test("is left alone where it has files of others")
  func foreign() throws {
    let scene = try BuildScene()
    try scene.file("lib/mine", "1")
    let path = scene.folder + "/lib"
    #expect(
      sentence { _ = try BuildFolder(path) }
        == "\(path) has files that `torpor build` has not put there, so nothing is "
        + "built in it. Choose another folder with --build-folder."
    )
    #expect(Files.names(in: path) == ["mine"])
    #expect(
      sentence { _ = try BuildFolder(path + "/mine") }
        == "The build folder \(path)/mine cannot be made: Not a directory "
        + "(ENOTDIR). Choose another folder with --build-folder."
    )
  }

  @Test("is no folder in which something else has the name of the mark")
  func foreignMark() throws {
    let scene = try BuildScene()
    try scene.file("tools/torpor-build", "#!/bin/sh\n")
    try scene.file("tools/rewritten/thesis.txt", "mine")
    try scene.file("folder/torpor-build/a", "mine")
    for name in ["tools", "folder"] {
      let path = scene.folder + "/" + name
      #expect(!BuildFolder.isOne(path))
      #expect(sentence { _ = try BuildFolder(path) }?.contains("has files that") == true)
    }
    #expect(scene.text("tools/torpor-build") == "#!/bin/sh\n")
    #expect(scene.text("tools/rewritten/thesis.txt") == "mine")
  }

  @Test("is used by one build at a time")
  func lock() throws {
    let scene = try BuildScene()
    let path = scene.folder + "/out"
    let first = try BuildFolder(path)
    #expect(
      sentence { _ = try BuildFolder(path) }
        == "Another `torpor build` (process \(getpid())) is at work in \(path). Wait "
        + "for it, or name another folder with --build-folder."
    )
    #expect(first.path == path)
  }

  @Test("says what it cannot make, and what it cannot remove")
  func obstacles() throws {
    let scene = try BuildScene()
    let path = scene.folder + "/out"
    _ = try BuildFolder(path)
    try Files.removeFolder(path + "/rewritten")
    #expect(symlink(scene.folder, path + "/rewritten") == 0)
    #expect(
      sentence { _ = try BuildFolder(path) }
        == "\(path)/rewritten is not a folder of this user. Move it away. Choose another folder with --build-folder."
    )
    #expect(unlink(path + "/rewritten") == 0)
    let folder = try BuildFolder(path)
    try Files.removeFolder(folder.intermediates)
    #expect(
      sentence { try folder.prepare(for: "two") }
        == "What an earlier build has left in \(path) cannot be removed: cannot "
        + "throw away \(path)/swift: No such file or directory (ENOENT)."
    )
    try Files.makeFolder(scene.folder + "/locked", mode: 0o755)
    try scene.file("locked/torpor-build", BuildFolder.sign)
    try Files.makeFolder(scene.folder + "/locked/lock", mode: 0o755)
    #expect(
      sentence { _ = try BuildFolder(scene.folder + "/locked") }
        == "The build folder \(scene.folder)/locked cannot be locked: cannot open \(scene.folder)/locked/lock: Is a "
        + "directory (EISDIR)."
    )
  }

  @Test("keeps what was made until it is made of something else")
  func stamp() throws {
    let scene = try BuildScene()
    let folder = try BuildFolder(scene.folder + "/out")
    try folder.prepare(for: "one")
    try scene.file("out/swift/debug/App.o", "1")
    try folder.prepare(for: "one")
    #expect(scene.text("out/swift/debug/App.o") == "1")
    try folder.prepare(for: "two")
    #expect(Files.names(in: folder.intermediates).isEmpty)
    #expect(Files.names(in: scene.folder + "/out/removed").isEmpty)

    try scene.file("tool", "1")
    let before = BuildFolder.stamp(of: [scene.folder + "/tool"])
    try scene.file("tool", "22")
    #expect(BuildFolder.stamp(of: [scene.folder + "/tool"]) != before)
  }
}

@Suite("The folder of the SDK")
struct SDKFolderTests {
  private func environment(_ scene: BuildScene, _ variables: [String] = []) -> CurrentEnvironment {
    CurrentEnvironment(
      all: ["HOME=\(scene.folder)/home"] + variables,
      workingDirectory: scene.folder
    )
  }

  private func find(
    _ scene: BuildScene,
    option: String? = nil,
    _ variables: [String] = [],
    program: String = "/usr/bin/torpor"
  ) throws -> SDKFolder {
    try SDKFolder.find(option: option, environment: environment(scene, variables), program: program)
  }

  private func install(_ scene: BuildScene, _ name: String) throws {
    try scene.file(name + "/Modules/x")
    let options = #"["-I", "\#(scene.folder)/\#(name)/Modules", "-lTorporSDK"]"#
    try scene.file(
      name + "/toolset.json",
      #"{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": \#(options)}}"#
    )
  }

  @Test("is the one that is named, else that of the environment, else a usual one")
  func places() throws {
    let scene = try BuildScene()
    for name in ["named", "variable", "home/torpor-sdk", "src/.build-sdk/installed"] {
      try install(scene, name)
    }
    let variables = ["TORPOR_SDK=\(scene.folder)/variable"]
    #expect(try find(scene, option: "named", variables).path == scene.folder + "/named")
    #expect(try find(scene, variables).path == scene.folder + "/variable")
    #expect(try find(scene).path == scene.folder + "/home/torpor-sdk")
    #expect(
      SDKFolder.usualPlaces(home: nil, program: "/src/.build/x/debug/torpor")
        == ["/src/.build-sdk/installed"]
    )
    #expect(
      try find(scene).compilerOptions
        == ["-I", scene.folder + "/home/torpor-sdk/Modules", "-lTorporSDK"]
    )
  }

  @Test("is refused with what is missing, and how to make it")
  func wrong() throws {
    let scene = try BuildScene()
    let root = scene.folder
    #expect(
      sentence { _ = try find(scene, program: "/src/.build/debug/torpor") }
        == "There is no SDK in \(root)/home/torpor-sdk or /src/.build-sdk/installed. `scripts/sdk ~/torpor-sdk`, in "
        + "Torpor's sources, builds it in some minutes; or name its folder with --sdk or TORPOR_SDK."
    )
    #expect(
      sentence { _ = try find(scene, option: "none") }
        == "There is no SDK in \(root)/none: toolset.json cannot be read, No such file or directory (ENOENT). Install "
        + "the SDK there with `scripts/sdk \(root)/none`, in Torpor's sources."
    )
    try scene.file("other/toolset.json", "{}")
    #expect(
      sentence { _ = try find(scene, option: "other") }
        == "\(root)/other/toolset.json is not the toolset of an SDK. Install the SDK there with `scripts/sdk "
        + "\(root)/other`, in Torpor's sources."
    )
    try scene.file(
      "moved/toolset.json",
      #"{"swiftCompiler": {"extraCLIOptions": ["-Xcc", "-fmodule-map-file=/none/m", "-lTorporSDK"]}}"#
    )
    #expect(
      sentence { _ = try find(scene, option: "moved") }
        == "The SDK in \(root)/moved is not whole, or was moved: its toolset names /none/m, which does not exist. Install "
        + "the SDK there with `scripts/sdk \(root)/moved`, in Torpor's sources."
    )
  }

  @Test("needs Swift's tools")
  func tools() throws {
    let scene = try BuildScene()
    #expect(
      sentence { _ = try SwiftTools(environment(scene, ["PATH=\(scene.folder)"])) }
        == "'swift' was not found in PATH. Install Swift 6.3 (swift.org/install), or add its folder usr/bin to PATH."
    )
  }
}
