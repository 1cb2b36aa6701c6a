internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// What is kept of a recipe beside the journal: the environment, which may hold secrets, and what the
/// command takes over from the process that asked for it.
///
/// One file for each app or job, in a folder that is the daemon's alone. It is there before the journal
/// knows the recipe, and gone when the journal has forgotten it: a row of SQLite leaves traces in the
/// free room of pages and in the write-ahead log, a file that is unlinked leaves none in the folder. Each
/// text ends with a zero byte, which execve(2) allows in none: first the context, or nothing, then the
/// environment.
struct RecipeFiles {
  let folder: String

  /// Writes the file anew; on the disk when it returns.
  ///
  /// - Throws: `SystemError` naming the path.
  func write(_ recipe: LaunchRecipe, of app: AppIdentifier) throws(SystemError) {
    guard !recipe.environment.isEmpty || recipe.context != nil else {
      return try Files.remove(path(of: app))
    }
    try Files.makeFolder(folder, mode: 0o700)
    let texts = [recipe.context.map(ContextText.text) ?? ""] + recipe.environment
    try Files.replace(path(of: app), with: texts.map { $0 + "\0" }.joined(), mode: 0o600)
    // The name too.
    let own = try Files.open(folder, O_RDONLY | O_DIRECTORY)
    try Files.sync(own, folder)
  }

  /// Gives a recipe what is kept of it here; one whose row has its environment keeps that.
  func complete(_ recipe: LaunchRecipe, of app: AppIdentifier) -> LaunchRecipe {
    guard let text = try? Files.read(path(of: app)), text.utf8.last == 0 else { return recipe }
    // By bytes: a zero byte and what follows it may be one character to a string.
    let texts = text.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    var recipe = recipe
    recipe.context = texts.first.flatMap { ContextText.context(from: $0) }
    if recipe.environment.isEmpty { recipe.environment = Array(texts.dropFirst()) }
    return recipe
  }

  /// Forgets what is kept of an app.
  func remove(_ app: AppIdentifier) {
    // What cannot be removed now is nobody's, and goes when the journal is opened next.
    try? Files.remove(path(of: app))
  }

  /// Removes what has no owner, as after a death between the file and the journal.
  func removeAll(but apps: Set<String>) {
    for name in Files.names(in: folder) where !apps.contains(name) {
      try? Files.remove("\(folder)/\(name)")
    }
  }

  private func path(of app: AppIdentifier) -> String { "\(folder)/\(app)" }
}

/// A context as a line: `umask=18 nice=0 policy=0 priority=0 io=0 limits=0:100:200,7:1024:4096`.
enum ContextText {
  static func text(_ context: LaunchContext) -> String {
    let limits = context.limits.map { "\($0.kind):\($0.soft):\($0.hard)" }.joined(separator: ",")
    return "umask=\(context.umask) nice=\(context.niceness) policy=\(context.schedulingPolicy) "
      + "priority=\(context.schedulingPriority) io=\(context.ioPriority) limits=\(limits)"
  }

  /// `nil` for a line that is no context.
  static func context(from text: String) -> LaunchContext? {
    var context = LaunchContext()
    guard text.hasPrefix("umask=") else { return nil }
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "umask": context.umask = UInt32(parts[1]) ?? context.umask
      case "nice": context.niceness = Int32(parts[1]) ?? 0
      case "policy": context.schedulingPolicy = Int32(parts[1]) ?? 0
      case "priority": context.schedulingPriority = Int32(parts[1]) ?? 0
      case "io": context.ioPriority = Int32(parts[1]) ?? 0
      case "limits":
        context.limits = parts[1].split(separator: ",").compactMap { limit in
          let numbers = limit.split(separator: ":")
          guard numbers.count == 3, let kind = Int32(numbers[0]), let soft = UInt64(numbers[1]),
            let hard = UInt64(numbers[2])
          else { return nil }
          return LaunchContext.Limit(kind: kind, soft: soft, hard: hard)
        }
      // A later version's.
      default: break
      }
    }
    return context
  }
}
