import Glibc
import TorporModel
import TorporPosix

/// One build: sources are rewritten, compiled, and laid out as an app.
struct AppBuild {
  let tools: SwiftTools
  let sdk: SDKFolder
  let folder: BuildFolder
  let options: Options

  struct Options: Hashable {
    var product: String?
    var name: String?
    var identifier: String?
    /// Absolute.
    var information: String?
    var isRelease = false
    var languageVersion = "5"
  }

  /// What came of it.
  struct Outcome: Hashable {
    /// `nil` where a package has only libraries.
    var app: String?
    var identifier = ""
    var rewrittenCount = 0
    var sourceCount = 0
  }

  /// Builds what was given.
  ///
  /// - Throws: `CommandFailure` with what is wrong, and what to do.
  func run(_ input: BuildInput) throws(CommandFailure) -> Outcome {
    switch input {
    case .package(let path): try build(package: path)
    case .sources(let sources): try build(sources)
    }
  }

  // MARK: Packages

  private func build(package path: String) throws(CommandFailure) -> Outcome {
    let description = try describe(path)
    let program = try description.executable(named: options.product)
    let overlay = try rewrite(description.targets.map { ($0.name, $0.sources) })
    let folderOfPrograms = folder.intermediates + "/" + configuration
    var words = [
      "build", "--package-path", path, "--scratch-path", folder.intermediates,
      "--configuration", configuration, "--toolset", sdk.toolset,
      "-Xswiftc", "-vfsoverlay", "-Xswiftc", folder.overlay,
    ]
    if let program { words += ["--product", program.name] }
    if let program, needsWordOfLibrary(program.target, description, overlay) {
      words += ["-Xswiftc", "-parse-as-library"]
    }
    var outcome = self.outcome(of: overlay, description.targets.flatMap(\.sources))
    guard let program else {
      try compile(tools.builder, words, SourceFolder.name(of: path))
      return outcome
    }
    let name = options.name ?? program.name
    let described = try describe(
      name,
      among: SourceFolder(path).informations,
      target: program.target
    )
    try compile(tools.builder, words, program.name)
    let resources = Files.folderNames(in: folderOfPrograms).filter { $0.hasSuffix(".resources") }
    try layOut(
      name,
      program: folderOfPrograms + "/" + program.name,
      described,
      beside: resources.map { folderOfPrograms + "/" + $0 },
      &outcome
    )
    return outcome
  }

  private func describe(_ path: String) throws(CommandFailure) -> PackageDescription {
    let run = CompilerRun(
      program: tools.builder,
      arguments: [
        "package", "--package-path", path, "--scratch-path", folder.intermediates, "describe",
        "--type", "json",
      ]
    )
    let line = ProgressLine()
    line.show("Reading \(path)/Package.swift …")
    let (answer, status) = try run.answer()
    line.clear()
    guard status == 0, let description = PackageDescription(answer, folder: path) else {
      throw .failed(
        "\(path)/Package.swift cannot be read: `swift package describe` has failed; what it says is above."
      )
    }
    return description
  }

  /// SwiftPM takes the only source of a program as a script, unless it has `@main`.
  private func needsWordOfLibrary(
    _ target: String,
    _ description: PackageDescription,
    _ overlay: SourceOverlay
  ) -> Bool {
    let sources = description.targets.first { $0.name == target }?.sources ?? []
    return sources.count == 1 && !sources[0].hasSuffix("/main.swift")
      && overlay.modulesWithEntryPoint.contains(target)
  }

  // MARK: Sources

  private func build(_ sources: BuildInput.Sources) throws(CommandFailure) -> Outcome {
    if options.product != nil {
      throw .usage(
        "--product names a program of a package, and \(sources.folder) is none. Leave it out."
      )
    }
    for remark in sources.remarks { Terminal.reportError("Warning: " + remark) }
    let name = options.name ?? sources.name
    let module = BuildVariables.word(name)
    let overlay = try rewrite([(module, sources.files)])
    let hasMain = sources.files.contains { $0.hasSuffix("/main.swift") }
    let hasEntryPoint = overlay.modulesWithEntryPoint.contains(module)
    guard hasMain || hasEntryPoint || sources.files.count == 1 else {
      throw .failed(
        "No source of \(name) says where the program begins. Put @main or @UIApplicationMain before the delegate's class, "
          + "or name a file main.swift."
      )
    }
    let program = folder.intermediates + "/" + BuildVariables.word(name)
    var words = ["-module-name", module, "-swift-version", options.languageVersion]
    words += options.isRelease ? ["-O"] : ["-Onone", "-g"]
    // All at once: a run of the compiler for each source reads all of them each time.
    words.append("-whole-module-optimization")
    if hasEntryPoint, !hasMain { words.append("-parse-as-library") }
    words += [
      "-vfsoverlay", folder.overlay, "-module-cache-path", folder.intermediates + "/module-cache",
    ]
    words += sdk.compilerOptions + sources.files + ["-o", program]
    let described = try describe(name, among: informations(of: sources), target: name)
    try compile(tools.compiler, words, name)
    var outcome = self.outcome(of: overlay, sources.files)
    try layOut(name, program: program, described, beside: [], &outcome)
    return outcome
  }

  /// Of a folder all that are in it; of files only those beside them.
  private func informations(of sources: BuildInput.Sources) -> [String] {
    guard sources.isFolder else {
      return ["Info.plist", "\(sources.name)-Info.plist", "\(sources.name).app/Info.plist"]
        .map { sources.folder + "/" + $0 }.filter(Files.exists)
    }
    return SourceFolder(sources.folder).informations
  }

  // MARK: Steps

  private var configuration: String { options.isRelease ? "release" : "debug" }

  private func rewrite(
    _ modules: [(name: String, sources: [String])]
  ) throws(CommandFailure) -> SourceOverlay {
    let overlay = try SourceOverlay(modules, in: folder)
    for warning in overlay.warnings { Terminal.reportError(warning, isOfOthers: true) }
    let own = Files.target(of: "/proc/self/exe") ?? ""
    let stamp =
      BuildFolder.stamp(of: [sdk.toolset, sdk.library, own, tools.compiler])
      + (try tools.compilerVersion())
    try folder.prepare(for: stamp + "own Timer: \(overlay.hasOwnTimer)\n")
    return overlay
  }

  private func compile(
    _ tool: String,
    _ words: [String],
    _ name: String
  ) throws(CommandFailure) {
    let line = ProgressLine()
    line.show("Compiling \(name) …")
    var output = CompilerOutput()
    let status = try CompilerRun(program: tool, arguments: words).run { text in
      switch output.take(text) {
      case .progress(let text): line.show(text)
      case .message(let text):
        line.clear()
        Terminal.reportError(text, isOfOthers: true)
      }
    }
    line.clear()
    guard status == 0 else { throw .failed(output.failure(of: name, status: status)) }
  }

  private func outcome(of overlay: SourceOverlay, _ sources: [String]) -> Outcome {
    Outcome(rewrittenCount: overlay.rewrittenCount, sourceCount: sources.count)
  }

  private func layOut(
    _ name: String,
    program: String,
    _ described: Described,
    beside: [String],
    _ outcome: inout Outcome
  ) throws(CommandFailure) {
    let made = described.information
    let layout = AppLayout(folder: folder.path + "/" + name + ".app", trash: folder.trash)
    try layout.put(
      made,
      program: program,
      beside: beside + filesBeside(described.file, of: name, made.executable)
    )
    outcome.app = layout.folder
    outcome.identifier = made.identifier
  }

  /// What the app's Info.plist says, and which file that was.
  private struct Described {
    let information: AppInformation
    let file: String?
  }

  /// Before anything is compiled, which takes minutes: a mistake in it is said at once.
  private func describe(
    _ name: String,
    among found: [String],
    target: String
  ) throws(CommandFailure) -> Described {
    let file = try InformationFile.choose(
      named: options.information,
      among: found,
      app: name,
      target: target
    )
    let made: AppInformation
    do throws(ManifestMistake) {
      var source: (bytes: [UInt8], file: String)?
      if let file { source = (try InstallSource.bytes(of: file), file) }
      made = try AppInformation(source: source, name: name, identifier: options.identifier)
    } catch {
      throw .failed(error.sentence)
    }
    for warning in made.warnings(file: file) { Terminal.reportError("Warning: " + warning) }
    return Described(information: made, file: file)
  }

  /// What an author keeps beside the Info.plist of a folder `NAME.app`.
  private func filesBeside(_ file: String?, of name: String, _ executable: String) -> [String] {
    guard let file else { return [] }
    let parent = FolderTree.parent(of: file)
    // Not a project in a folder of such a name, with the build folder in it.
    guard SourceFolder.name(of: parent) == name + ".app", folder.path != parent,
      folder.path.path(beneath: parent) == nil
    else { return [] }
    return Files.names(in: parent).filter {
      $0 != "Info.plist" && $0 != executable && !$0.hasPrefix(".")
    }
    .map { parent + "/" + $0 }
  }
}
