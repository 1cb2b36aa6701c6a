import ArgumentParser
import TorporModel
import TorporPosix

/// `torpor build`: an app written for iOS becomes one of this device.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build an unmodified iOS app for Torpor.",
    discussion: """
      Takes a Swift package, a folder laid out as Xcode does, or the sources of one program. What Linux cannot compile (@objc, \
      #selector, #if os(iOS)) is rewritten in copies; your files stay as they are, and errors name their lines. Delegate \
      methods that are never called are reported. The app is laid out in the build folder, with its Info.plist, ready for \
      `torpor install`. Needs Swift 6.3 and the SDK that `scripts/sdk FOLDER` installs; no daemon.
      """
  )

  @Option(
    help: ArgumentHelp(
      "The folder of the SDK (default: $TORPOR_SDK, else ~/torpor-sdk).",
      valueName: "folder"
    )
  )
  var sdk: String?

  @Option(
    help: ArgumentHelp(
      "Where the build puts its output (default: .torpor-build in the project's folder).",
      valueName: "folder"
    )
  )
  var buildFolder: String?

  @Option(help: ArgumentHelp("The program of a package that has several.", valueName: "name"))
  var product: String?

  @Option(help: ArgumentHelp("The app's name (default: that of the program).", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The app's identifier, instead of the one in its Info.plist.",
      valueName: "identifier"
    )
  )
  var identifier: String?

  @Option(
    help: ArgumentHelp(
      "The app's Info.plist (default: the one in the project that fits).",
      valueName: "file"
    )
  )
  var infoPlist: String?

  @Option(
    help: ArgumentHelp(
      "The language mode of sources outside a package: 5 or 6.",
      valueName: "version"
    )
  )
  var swiftVersion: String = "5"

  @Flag(help: "Optimise.")
  var release = false

  @Argument(help: "A folder, or the Swift sources of one program (default: the current folder).")
  var paths: [String] = []

  func validate() throws {
    guard ["5", "6"].contains(swiftVersion) else {
      throw ValidationError("--swift-version is '\(swiftVersion)'. Allowed: 5, 6.")
    }
    if let name, name.isEmpty || name.containsSlash || name.hasPrefix(".") {
      throw ValidationError(
        "--name is '\(name)'. It must be the name of a file, without '/' and '.' in front."
      )
    }
    if let identifier, AppIdentifier(identifier) == nil {
      throw ValidationError("--identifier is '\(identifier)'. \(InfoPlist.identifierRule)")
    }
  }

  func run() throws { try build() }

  private func build() throws(CommandFailure) {
    let environment = CurrentEnvironment()
    guard !environment.isHomeless else { throw .workingDirectoryGone }
    func absolute(_ path: String) -> String {
      CommandSearch.absolute(path, in: environment.workingDirectory)
    }
    let input = try BuildInput(paths.isEmpty ? ["."] : paths, in: environment.workingDirectory)
    let tools = try SwiftTools(environment)
    let sdk = try SDKFolder.find(
      option: sdk,
      environment: environment,
      program: Files.target(of: "/proc/self/exe") ?? ""
    )
    let folder = try BuildFolder(
      buildFolder.map(absolute) ?? input.folder + "/.torpor-build"
    )
    let build = AppBuild(
      tools: tools,
      sdk: sdk,
      folder: folder,
      options: AppBuild.Options(
        product: product,
        name: name,
        identifier: identifier,
        information: infoPlist.map(absolute),
        isRelease: release,
        languageVersion: swiftVersion
      )
    )
    Terminal.say([BuildCommand.sentence(try build.run(input))])
  }

  /// What was built, and what to do with it.
  static func sentence(_ outcome: AppBuild.Outcome) -> String {
    let copies =
      outcome.rewrittenCount == 0
      ? ""
      : " \(outcome.rewrittenCount) of \(outcome.sourceCount) sources were rewritten in copies."
    guard let app = outcome.app else {
      return "The libraries are built; there is no program, and so no app.\(copies)"
    }
    let path = ShellWords.line([app], bytesMax: .max)
    return
      "\(app) is built.\(copies) `torpor install \(path)` installs it as \(outcome.identifier)."
  }
}
