internal import TorporCore
internal import TorporModel
internal import TorporPosix
internal import TorporSQLite

// The environments of apps, which lie in files beside the journal.

extension SQLiteJournal {
  /// Puts the environments that earlier builds kept in rows into files, once, and writes the database
  /// anew without a trace of them; removes the files without an owner.
  func moveEnvironmentsOut() throws(SQLiteError) {
    var apps: Set<String> = []
    var rows: [(app: AppIdentifier, recipe: LaunchRecipe)] = []
    try database.prepare("SELECT * FROM recipes", for: "read").run { row in
      let text = row.text(0) ?? ""
      apps.insert(text)
      guard !row.bytes(3).isEmpty, let app = AppIdentifier(text) else { return }
      rows.append((app, RecipeColumns.recipe(from: row)))
    }
    recipeFiles.removeAll(but: apps)
    guard !rows.isEmpty else { return }
    do throws(SystemError) {
      for (app, recipe) in rows { try recipeFiles.write(recipe, of: app) }
    } catch {
      // They stay where they are, and are read from there, until there is room.
      return
    }
    try inTransaction(for: "write to") { () throws(SQLiteError) in
      try database.execute("UPDATE recipes SET environment = x''", for: "write to")
    }
    // Best effort: it takes as much room again as the file has.
    try? database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);", for: "write to")
  }
}
