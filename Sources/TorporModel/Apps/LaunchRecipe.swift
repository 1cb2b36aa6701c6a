/// How a process of an app is started.
public struct LaunchRecipe: Hashable, Sendable {
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
  /// What it takes over of whoever asked for it; `nil`: nothing, as for an installed app.
  public var context: LaunchContext?

  /// Makes a recipe.
  public init(
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String,
    userID: UInt32,
    groupID: UInt32,
    container: String? = nil,
    context: LaunchContext? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.userID = userID
    self.groupID = groupID
    self.container = container
    self.context = context
  }
}
