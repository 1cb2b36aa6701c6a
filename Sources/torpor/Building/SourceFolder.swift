import Glibc
import TorporModel
import TorporPosix

/// A folder as Xcode has it: sources at any depth, an Info.plist, and much that is not for this program.
struct SourceFolder {
  /// Absolute paths, sorted.
  private(set) var sources: [String] = []
  /// Property lists that describe an app, sorted; those of extensions are none.
  private(set) var informations: [String] = []
  /// Folders of extensions, which are programs of their own.
  private(set) var extensions: [String] = []
  /// Folders of packages, which are modules of their own.
  private(set) var packages: [String] = []
  /// How many sources in Objective-C, C or C++ there are.
  private(set) var foreignSourceCount = 0
  /// That of the project, else of the folder.
  private(set) var name: String

  /// How many folders may stand inside each other.
  ///
  /// Those of projects are some five; links to folders are not followed. Our choice.
  private static let depthMax = 32

  init(_ path: String) {
    name = SourceFolder.name(of: path)
    look(at: path, depth: 0)
    let projects = Files.names(in: path).filter { $0.hasSuffix(".xcodeproj") }
    if projects.count == 1 { name = String(projects[0].dropLast(".xcodeproj".utf8.count)) }
    sources.sort()
    informations.sort()
  }

  /// What is in the folder and is not built.
  var remarks: [String] {
    var remarks = extensions.map {
      "\($0) is an app extension, a program of its own, and is left out."
    }
    remarks += packages.map { "\($0) is a package, a module of its own, and is left out." }
    if foreignSourceCount > 0 {
      let what = foreignSourceCount == 1 ? "One source" : "\(foreignSourceCount) sources"
      let verb = foreignSourceCount == 1 ? "is" : "are"
      remarks.append("\(what) in Objective-C, C or C++ \(verb) left out: only Swift is compiled.")
    }
    return remarks
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    String(path.pathComponents.last ?? "App")
  }

  private mutating func look(at folder: String, depth: Int) {
    guard depth < Self.depthMax else { return }
    let names = Files.names(in: folder)
    // What an earlier build has made of the sources.
    guard !BuildFolder.isOne(folder) else { return }
    if depth > 0, names.contains("Package.swift") {
      packages.append(folder)
      return
    }
    let folders = Set(Files.folderNames(in: folder))
    let own = names.filter { !folders.contains($0) }
    let lists = own.filter { $0 == "Info.plist" || $0.hasSuffix("-Info.plist") }
      .map { folder + "/" + $0 }
    if depth > 0, lists.contains(where: SourceFolder.isOfExtension) {
      extensions.append(folder)
      return
    }
    informations += lists.filter { !SourceFolder.isOfExtension($0) }
    sources += own.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    foreignSourceCount += own.count { name in
      [".m", ".mm", ".c", ".cpp"].contains { name.hasSuffix($0) }
    }
    for name in names where folders.contains(name) && !SourceFolder.isSkipped(name) {
      look(at: folder + "/" + name, depth: depth + 1)
    }
  }

  /// Folders that hold nothing of the program itself.
  static func isSkipped(_ name: String) -> Bool {
    let names: Set = ["Pods", "Carthage", "DerivedData", "build", "node_modules", "fastlane"]
    let endings = [
      ".xcodeproj", ".xcworkspace", ".xcassets", ".framework", ".xcframework", ".playground",
      ".lproj", ".bundle", "Tests", "UITests",
    ]
    return name.hasPrefix(".") || names.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  private static func isOfExtension(_ file: String) -> Bool {
    guard let bytes = try? FileBytes.read(file),
      let values = try? PropertyListValue.dictionary(bytes, file: file)
    else { return false }
    return values["NSExtension"] != nil
  }
}
