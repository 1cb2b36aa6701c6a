/// How a process of an app is started.
public struct LaunchRecipe: Hashable, Sendable, Codable {
  /// The path of the executable; absolute.
  public var executable: String
  /// The arguments, with the name of the program first.
  public var arguments: [String]
  /// `NAME=value`, the whole environment save what the daemon adds.
  public var environment: [String]
  /// Where it starts; absolute.
  public var workingDirectory: String
  /// Whose process it is.
  public var userID: UInt32
  /// The group it belongs to.
  public var groupID: UInt32
  /// The app's own folder (`Documents`, `Library/Caches`, `tmp`); `nil` for a plain command.
  public var container: String?

  /// Makes a recipe.
  public init(
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String,
    userID: UInt32,
    groupID: UInt32,
    container: String? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.userID = userID
    self.groupID = groupID
    self.container = container
  }
}
