import Testing

@testable import torpor

@Suite("What is built")
struct BuildInputTests {
  @Test("is a package, where there is a manifest")
  func package() throws {
    let scene = try BuildScene()
    try scene.file("App/Package.swift")
    try scene.file("App/Sources/A.swift")
    #expect(try BuildInput(["App"], in: scene.folder) == .package(folder: scene.folder + "/App"))
    #expect(
      try BuildInput(["."], in: scene.folder + "/App") == .package(folder: scene.folder + "/App")
    )
  }

  @Test(
    "is all Swift of another folder, without tests, extensions, hidden folders and what was built"
  )
  func folder() throws {
    let scene = try BuildScene()
    for name in [
      "App/B.swift", "App/Model/A.swift", "App/Legacy.m", "App.xcodeproj/x.swift",
      "AppTests/T.swift",
      "AppUITests/T.swift", "Pods/P.swift", ".git/G.swift", "out/rewritten/0-A.swift",
      "Widget/W.swift", "Kit/Package.swift", "Kit/Sources/K.swift",
    ] { try scene.file("Project/" + name) }
    try scene.file("Project/out/torpor-build", BuildFolder.sign)
    let list = "<plist><dict><key>%</key><dict/></dict></plist>"
    try scene.file("Project/App/Info.plist", list)
    try scene.file(
      "Project/Widget/Info.plist",
      "<plist><dict><key>NSExtension</key><dict/></dict></plist>"
    )
    let root = scene.folder + "/Project"
    #expect(
      try BuildInput(["Project"], in: scene.folder)
        == .sources(
          BuildInput.Sources(
            folder: root,
            name: "App",
            files: [root + "/App/B.swift", root + "/App/Model/A.swift"],
            isFolder: true,
            remarks: [
              "\(root)/Widget is an app extension, a program of its own, and is left out.",
              "\(root)/Kit is a package, a module of its own, and is left out.",
              "One source in Objective-C, C or C++ is left out: only Swift is compiled.",
            ]
          )
        )
    )
    #expect(SourceFolder(root).informations == [root + "/App/Info.plist"])
  }

  @Test("is files, which are named by the one or by their folder")
  func files() throws {
    let scene = try BuildScene()
    try scene.file("App/B.swift")
    try scene.file("App/A.swift")
    let folder = scene.folder + "/App"
    #expect(
      try BuildInput(["App/B.swift", "App/A.swift", "App/./B.swift"], in: scene.folder)
        == .sources(
          BuildInput.Sources(
            folder: folder,
            name: "App",
            files: [folder + "/A.swift", folder + "/B.swift"]
          )
        )
    )
    #expect(
      try BuildInput(["App/B.swift"], in: scene.folder)
        == .sources(BuildInput.Sources(folder: folder, name: "B", files: [folder + "/B.swift"]))
    )
  }

  @Test("is refused where it is nothing of these")
  func wrong() throws {
    let scene = try BuildScene()
    try scene.file("Empty/Tests/T.swift")
    try scene.file("a.swift")
    try scene.file("b.m")
    func refusal(_ paths: String...) -> String? {
      sentence { _ = try BuildInput(paths, in: scene.folder) }
    }
    #expect(
      refusal("none")
        == "There is no 'none': No such file or directory (ENOENT). Check the spelling."
    )
    #expect(
      refusal("Empty")
        == "There is no Swift source in \(scene.folder)/Empty: neither a Package.swift nor a file that "
        + "ends in .swift, tests aside. Give the app's folder."
    )
    #expect(
      refusal("a.swift", "Empty")
        == "'\(scene.folder)/Empty' is a folder, and there are other paths beside it. Give one "
        + "folder, or the files of one program."
    )
    #expect(
      refusal("a.swift", "b.m")
        == "'\(scene.folder)/b.m' is not a Swift source. Give files that end in .swift, or a folder."
    )
  }
}

@Suite("The description of a package")
struct PackageDescriptionTests {
  private func read(_ products: String, _ targets: String) -> PackageDescription? {
    let text =
      "warning: something\n{\"path\": \"/p\", \"products\": [\(products)], \"targets\": [\(targets)]}"
    return PackageDescription(Array(text.utf8), folder: "/q")
  }

  private let app = #"{"name": "App", "targets": ["App"], "type": {"executable": null}}"#
  private let tool = #"{"name": "tool", "targets": ["Tool"], "type": {"executable": null}}"#
  private func target(_ name: String, _ kind: String) -> String {
    #"{"name": "\#(name)", "module_type": "SwiftTarget", "type": "\#(kind)", "path": "Sources/\#(name)", "sources": ["A.swift", "b.c"]}"#
  }

  @Test("names programs and the sources of all that is built")
  func whole() throws {
    let package = try #require(
      read(
        app,
        [target("App", "executable"), target("Kit", "library"), target("T", "test")].joined(
          separator: ","
        )
      )
    )
    #expect(package.targets.map(\.name) == ["App", "Kit"])
    #expect(
      package.targets.map(\.sources) == [["/p/Sources/App/A.swift"], ["/p/Sources/Kit/A.swift"]]
    )
    let program = try package.executable(named: nil)
    #expect(program?.name == "App" && program?.target == "App")
  }

  @Test("has one program, or the one that is named")
  func programs() throws {
    let both = try #require(
      read(app + "," + tool, target("App", "executable") + "," + target("Tool", "executable"))
    )
    #expect(try both.executable(named: "tool")?.target == "Tool")
    #expect(
      sentence { _ = try both.executable(named: nil) }
        == "The package has several programs: App, tool. Choose one with --product."
    )
    #expect(
      sentence { _ = try both.executable(named: "x") }
        == "The package has no program 'x'. It has: App, tool."
    )
    let none = try #require(read("", target("Kit", "library")))
    #expect(try none.executable(named: nil) == nil)
    #expect(
      sentence { _ = try none.executable(named: "x") }
        == "The package has no program 'x'; it has only libraries. Leave out --product."
    )
  }

  @Test("is none where the tool says something else")
  func wrong() {
    #expect(PackageDescription(Array("error: no manifest".utf8), folder: "/") == nil)
    #expect(PackageDescription(Array("{".utf8), folder: "/") == nil)
  }
}
