internal import TorporCore
internal import TorporModel
internal import TorporSQLite

/// How a recipe is kept in the columns of its table.
///
/// Its environment and its context stand in a file of `RecipeFiles`; rows of the build before have the
/// environment themselves.
enum RecipeColumns {
  static func values(of recipe: LaunchRecipe, for app: AppIdentifier) -> [Statement.Value] {
    [
      .text(app.text), .text(recipe.executable), .bytes(bytes(of: recipe.arguments)),
      .bytes([]), .text(recipe.workingDirectory),
      .integer(Int64(recipe.userID)), .integer(Int64(recipe.groupID)),
      recipe.container.map { .text($0) } ?? .null,
    ]
  }

  static func recipe(from row: borrowing Statement.Row) -> LaunchRecipe {
    LaunchRecipe(
      executable: row.text(1) ?? "",
      arguments: list(from: row.bytes(2)),
      environment: list(from: row.bytes(3)),
      workingDirectory: row.text(4) ?? "/",
      userID: UInt32(truncatingIfNeeded: row.integer(5)),
      groupID: UInt32(truncatingIfNeeded: row.integer(6)),
      container: row.text(7)
    )
  }

  /// The owner from the columns app, user, group and container.
  static func owner(from row: borrowing Statement.Row) -> RecipeOwner {
    RecipeOwner(
      userID: UInt32(truncatingIfNeeded: row.integer(1)),
      groupID: UInt32(truncatingIfNeeded: row.integer(2)),
      container: row.text(3)
    )
  }

  /// Each text with a zero byte after it; execve(2) allows none inside.
  private static func bytes(of list: [String]) -> [UInt8] {
    list.flatMap { Array($0.utf8) + [0] }
  }

  private static func list(from bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
