/// How a process of an app is started.
@usableFromInline package struct LaunchRecipe: Hashable, Sendable {
  /// The path of the executable; absolute.
  @usableFromInline package var executable: String
  /// The arguments, with the name of the program first.
  @usableFromInline package var arguments: [String]
  /// `NAME=value`: the whole environment, except what the daemon adds.
  @usableFromInline package var environment: [String]
  /// The working directory in which it starts; absolute.
  @usableFromInline package var workingDirectory: String
  /// The user that the process belongs to.
  @usableFromInline package var userID: UInt32
  /// The group it belongs to.
  @usableFromInline package var groupID: UInt32
  /// The app's own folder (`Documents`, `Library/Caches`, `tmp`); `nil` for a plain command.
  @usableFromInline package var container: String?
  /// The attributes that it inherits from the requesting process; `nil`: none, as for an installed app.
  @usableFromInline package var context: LaunchContext?

  /// Makes a recipe.
  @inlinable package init(
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
