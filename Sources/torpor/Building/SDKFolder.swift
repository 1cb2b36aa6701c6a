import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// Apple's API as scripts/sdk has installed it.
struct SDKFolder: Hashable {
  let path: String
  /// What its toolset has the compiler given.
  let compilerOptions: [String]

  var toolset: String { path + "/toolset.json" }

  /// The library that every app loads; a changed one is another SDK.
  let library: String

  /// Finds the folder: the one that was named, else that of TORPOR_SDK, else one of the usual places.
  ///
  /// - Throws: `CommandFailure.failed` saying where none is, and how to make it.
  static func find(
    option: String?,
    environment: CurrentEnvironment,
    program: String
  ) throws(CommandFailure) -> SDKFolder {
    let named = option ?? environment["TORPOR_SDK"].flatMap { $0.isEmpty ? nil : $0 }
    if let named {
      let path = CommandSearch.absolute(named, in: environment.workingDirectory)
      return try SDKFolder(at: Files.resolved(path) ?? path)
    }
    let places = usualPlaces(home: environment["HOME"], program: program)
    guard let found = places.first(where: { Files.exists($0 + "/toolset.json") }) else {
      throw .failed(
        "There is no SDK in \(places.joined(separator: " or ")). `scripts/sdk ~/torpor-sdk`, in Torpor's sources, builds "
          + "it in some minutes; or name its folder with --sdk or TORPOR_SDK."
      )
    }
    return try SDKFolder(at: found)
  }

  /// `~/torpor-sdk`, and where `./test` puts it, beside the program's own build.
  static func usualPlaces(home: String?, program: String) -> [String] {
    var places = home.map { [$0 + "/torpor-sdk"] } ?? []
    let parts = program.pathComponents
    if let build = parts.lastIndex(of: ".build") {
      places.append("/" + parts[..<build].joined(separator: "/") + "/.build-sdk/installed")
    }
    return places
  }

  init(at path: String) throws(CommandFailure) {
    let file = path + "/toolset.json"
    let again = "Install the SDK there with `scripts/sdk \(path)`, in Torpor's sources."
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.read(file)
    } catch {
      throw .failed(
        "There is no SDK in \(path): toolset.json cannot be read, \(SystemError.text(of: error.code)). \(again)"
      )
    }
    let options = (try? JSON(parsing: bytes))?["swiftCompiler"]?["extraCLIOptions"]?.elements
    let words = options?.compactMap(\.text) ?? []
    // Its name has a version behind it.
    guard let link = words.first(where: { $0.hasPrefix("-lTorporSDK") }) else {
      throw .failed("\(file) is not the toolset of an SDK. \(again)")
    }
    for place in SDKFolder.placesNamed(by: words) where !Files.exists(place) {
      throw .failed(
        "The SDK in \(path) is not whole, or was moved: its toolset names \(place), which does not exist. \(again)"
      )
    }
    self.path = path
    library = path + "/lib/lib" + link.dropFirst(2) + ".so"
    compilerOptions = words
  }

  /// The folders and files that the compiler is sent to.
  private static func placesNamed(by words: [String]) -> [String] {
    let maps = words.filter { $0.hasPrefix("-fmodule-map-file=") }
      .map { String($0.dropFirst("-fmodule-map-file=".utf8.count)) }
    let folders = zip(words, words.dropFirst()).filter { $0.0 == "-I" || $0.0 == "-L" }.map(\.1)
    return folders + maps
  }
}
