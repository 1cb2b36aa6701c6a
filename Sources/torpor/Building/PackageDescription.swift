import TorporModel
import TorporWire

/// What `swift package describe` says of a package, as far as a build needs it.
struct PackageDescription: Hashable {
  struct Target: Hashable {
    let name: String
    let isExecutable: Bool
    /// Absolute paths of its Swift sources.
    let sources: [String]
  }

  /// Those that are built for apps, and not tests, plugins or macros.
  let targets: [Target]
  /// Names of programs, with the target that each one is.
  let executables: [(name: String, target: String)]

  static func == (left: Self, right: Self) -> Bool {
    left.targets == right.targets && left.executables.elementsEqual(right.executables, by: ==)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(targets) }

  /// Reads the answer; `nil` where it is none.
  ///
  /// What the tool says before the object is left out.
  init?(_ answer: [UInt8], folder: String) {
    guard let begin = answer.firstIndex(of: UInt8(ascii: "{")),
      let package = try? JSON(parsing: answer[begin...]),
      let described = package["targets"]?.elements
    else { return nil }
    let root = package["path"]?.text ?? folder
    targets = described.compactMap { Target($0, root: root) }
    let programs = targets.filter(\.isExecutable).map(\.name)
    executables = (package["products"]?.elements ?? []).compactMap { product in
      guard product["type"]?["executable"] != nil, let name = product["name"]?.text,
        let target = product["targets"]?.elements?.compactMap(\.text)
          .first(where: programs.contains)
      else { return nil }
      return (name, target)
    }
  }

  /// The program to be made into an app; `nil` where the package is only libraries.
  ///
  /// - Throws: `CommandFailure.usage` where there are several, or none of that name.
  func executable(named name: String?) throws(CommandFailure) -> (name: String, target: String)? {
    let names = executables.map(\.name)
    if let name {
      if let found = executables.first(where: { $0.name == name }) { return found }
      throw .usage(
        names.isEmpty
          ? "The package has no program '\(name)'; it has only libraries. Leave out --product."
          : "The package has no program '\(name)'. It has: \(names.joined(separator: ", "))."
      )
    }
    guard names.count <= 1 else {
      throw .usage(
        "The package has several programs: \(names.joined(separator: ", ")). Choose one with --product."
      )
    }
    return executables.first
  }
}

extension PackageDescription.Target {
  fileprivate init?(_ target: JSON, root: String) {
    let kinds = ["executable", "library", "snippet"]
    guard let name = target["name"]?.text, let kind = target["type"]?.text, kinds.contains(kind),
      target["module_type"]?.text == "SwiftTarget"
    else { return nil }
    let path = target["path"]?.text ?? ""
    let folder = path.isAbsolutePath ? path : path.isEmpty ? root : root + "/" + path
    self.name = name
    isExecutable = kind == "executable"
    sources = (target["sources"]?.elements ?? []).compactMap(\.text)
      .filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
  }
}
