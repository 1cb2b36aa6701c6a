import Testing
package import TorporCore
import TorporModel

/// What every `JournalPort` does, on a disk or in memory; each rule is one sentence.
package enum JournalContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case beginsEmpty = "a new journal is empty"
  case keepsTurns = "what was committed is there after a reopening, in order and byte for byte"
  case snapshotReplaces = "a snapshot drops the entries that it contains and keeps the later ones"
  case lastSnapshotWins = "a second snapshot replaces the first"
  case ledgerIsFiltered = "the ledger gives the newest rows of an app after a row, newest last"
  case ledgerOutlivesSnapshots = "a snapshot leaves the ledger alone"
  case keepsRecipes = "recipes come back as they were, lists with empty texts included"
  case removesRecipes = "a removed recipe is gone, and a new one replaces the old"
  case keepsTransfers = "contents of transfers come back as they were, in the order asked for"
  case firstTransferStands = "a transfer that is there already stays as it was first written"
  case keepsDetails = "what is said of a transfer replaces what was said before, and nothing else"
  case replacesTransfers = "what takes the place of a transfer's contents is all that is kept of it"
  case countsTransferBytes = "the bytes of a user's transfers are known, whatever came and went"
  case removesTransfers = "a removed transfer is gone, and the others stay"
  case isAtomic = "a turn that cannot be written leaves nothing behind"

  /// The rule as the name of its test.
  package var testDescription: String { rawValue }

  /// Checks the rule on journals from `open`, which gives the same store each time.
  package func check(open: () throws -> any JournalPort) throws {
    switch self {
    case .beginsEmpty: try beginsEmpty(open)
    case .keepsTurns: try keepsTurns(open)
    case .snapshotReplaces: try snapshotReplaces(open)
    case .lastSnapshotWins: try lastSnapshotWins(open)
    case .ledgerIsFiltered: try ledgerIsFiltered(open)
    case .ledgerOutlivesSnapshots: try ledgerOutlivesSnapshots(open)
    case .keepsRecipes: try keepsRecipes(open)
    case .removesRecipes: try removesRecipes(open)
    case .keepsTransfers: try keepsTransfers(open)
    case .firstTransferStands: try firstTransferStands(open)
    case .keepsDetails: try keepsDetails(open)
    case .replacesTransfers: try replacesTransfers(open)
    case .countsTransferBytes: try countsTransferBytes(open)
    case .removesTransfers: try removesTransfers(open)
    case .isAtomic: try isAtomic(open)
    }
  }

  typealias Opener = () throws -> any JournalPort

  private func beginsEmpty(_ open: Opener) throws {
    let journal = try open()
    let (snapshot, entries) = try journal.load()
    #expect(snapshot == nil)
    #expect(entries.isEmpty)
    #expect(try journal.owners().isEmpty)
    #expect(try journal.decisions(about: nil, after: 0, countMax: 10).isEmpty)
  }

  private func keepsTurns(_ open: Opener) throws {
    try {
      let journal = try open()
      try journal.commit(turn(entries: [entry(1), entry(2)], isDurable: true))
      try journal.commit(turn(entries: [entry(3)]))
    }()
    #expect(try open().load().entries == [entry(1), entry(2), entry(3)])
  }

  private func snapshotReplaces(_ open: Opener) throws {
    try {
      let journal = try open()
      try journal.commit(turn(entries: [entry(1), entry(2)]))
      try journal.writeSnapshot(snapshot(2))
      try journal.commit(turn(entries: [entry(3)]))
    }()
    let (found, entries) = try open().load()
    #expect(found == snapshot(2))
    #expect(entries == [entry(3)])
  }

  private func lastSnapshotWins(_ open: Opener) throws {
    let journal = try open()
    try journal.commit(turn(entries: [entry(1)]))
    try journal.writeSnapshot(snapshot(1))
    try journal.commit(turn(entries: [entry(2)]))
    try journal.writeSnapshot(snapshot(2))
    #expect(try journal.load().snapshot == snapshot(2))
    #expect(try journal.load().entries.isEmpty)
  }

  private func ledgerIsFiltered(_ open: Opener) throws {
    let journal = try open()
    let (mail, maps) = (try identifier("com.example.mail"), try identifier("com.example.maps"))
    let rows = [row(1, mail), row(2, maps), row(3, mail), row(4, nil), row(5, mail)]
    try journal.commit(turn(decisions: rows))
    #expect(try journal.decisions(about: nil, after: 0, countMax: 10) == rows)
    #expect(try journal.decisions(about: nil, after: 0, countMax: 2) == [rows[3], rows[4]])
    #expect(try journal.decisions(about: nil, after: 3, countMax: 10) == [rows[3], rows[4]])
    #expect(try journal.decisions(about: mail, after: 0, countMax: 2) == [rows[2], rows[4]])
    #expect(try journal.decisions(about: mail, after: 3, countMax: 9) == [rows[4]])
    #expect(try journal.decisions(about: maps, after: 2, countMax: 9).isEmpty)
    let between = try journal.decisions(about: nil, after: 1, before: 5, countMax: 2)
    #expect(between == [rows[2], rows[3]])
    #expect(
      try journal.decisions(about: mail, after: 0, before: 5, countMax: 9) == [rows[0], rows[2]]
    )
    #expect(try journal.decisions(about: nil, after: 0, before: 1, countMax: 9).isEmpty)
  }

  private func ledgerOutlivesSnapshots(_ open: Opener) throws {
    let journal = try open()
    try journal.commit(turn(entries: [entry(1)], decisions: [row(1, nil)]))
    try journal.writeSnapshot(snapshot(1))
    #expect(try journal.decisions(about: nil, after: 0, countMax: 10) == [row(1, nil)])
  }

  private func keepsRecipes(_ open: Opener) throws {
    let mail = try identifier("com.example.mail")
    let recipes = [
      recipe(arguments: ["mail", "", "ä b"], environment: ["A=1", "B="], container: "/data/mail"),
      recipe(arguments: [], environment: [], container: nil),
    ]
    for recipe in recipes {
      try { try open().commit(turn(newRecipes: [(mail, recipe)])) }()
      #expect(try open().recipe(of: mail) == recipe)
      #expect(try open().owners() == [mail: RecipeOwner(recipe)])
    }
  }

  private func removesRecipes(_ open: Opener) throws {
    let journal = try open()
    let (mail, maps) = (try identifier("com.example.mail"), try identifier("com.example.maps"))
    let one = recipe(arguments: ["one"], environment: [], container: nil)
    let two = recipe(arguments: ["two"], environment: [], container: nil)
    try journal.commit(turn(newRecipes: [(mail, one), (maps, one)]))
    try journal.commit(turn(newRecipes: [(maps, two)], removedRecipes: [mail]))
    #expect(try journal.recipe(of: maps) == two)
    #expect(try journal.recipe(of: mail) == nil)
    #expect(try journal.owners() == [maps: RecipeOwner(two)])
  }

  private func isAtomic(_ open: Opener) throws {
    let journal = try open()
    try journal.commit(turn(entries: [entry(1)], decisions: [row(1, nil)]))
    // The second entry has a number that is taken.
    let wrong = turn(entries: [entry(2), entry(1)], decisions: [row(2, nil)], isDurable: true)
    #expect(throws: JournalFailure.self) { try journal.commit(wrong) }
    #expect(try journal.load().entries == [entry(1)])
    #expect(try journal.decisions(about: nil, after: 0, countMax: 10) == [row(1, nil)])
    try journal.commit(turn(entries: [entry(2)]))
    #expect(try journal.load().entries == [entry(1), entry(2)])
  }

  // MARK: Material

  private func entry(_ sequence: UInt64) -> JournalEntry {
    let bytes: [UInt8] = [0, 255, UInt8(truncatingIfNeeded: sequence)]
    return JournalEntry(sequence: sequence, at: .at(.seconds(Int(sequence))), bytes: bytes)
  }

  private func snapshot(_ sequence: UInt64) -> SnapshotRecord {
    SnapshotRecord(
      sequence: sequence,
      at: .at(.seconds(Int(sequence))),
      bytes: Array("state \(sequence)".utf8)
    )
  }

  private func row(_ sequence: UInt64, _ app: AppIdentifier?) -> LedgerEntry {
    LedgerEntry(
      sequence: sequence,
      at: .at(.seconds(Int(sequence))),
      app: app,
      wallNanoseconds: 1_700_000_000_000_000_000 + Int64(sequence),
      bytes: Array("decision \(sequence)".utf8)
    )
  }

  private func recipe(
    arguments: [String],
    environment: [String],
    container: String?
  ) -> LaunchRecipe {
    LaunchRecipe(
      executable: "/usr/bin/mail",
      arguments: arguments,
      environment: environment,
      workingDirectory: "/",
      userID: 1000,
      groupID: 4_294_967_294,
      container: container
    )
  }

  private func turn(
    entries: [JournalEntry] = [],
    decisions: [LedgerEntry] = [],
    newRecipes: [(app: AppIdentifier, recipe: LaunchRecipe)] = [],
    removedRecipes: [AppIdentifier] = [],
    isDurable: Bool = false
  ) -> TurnRecord {
    var turn = TurnRecord()
    turn.entries = entries
    turn.decisions = decisions
    turn.newRecipes = newRecipes
    turn.removedRecipes = removedRecipes
    turn.isDurable = isDurable
    return turn
  }

  private func identifier(_ text: String) throws -> AppIdentifier {
    try #require(AppIdentifier(text))
  }
}
