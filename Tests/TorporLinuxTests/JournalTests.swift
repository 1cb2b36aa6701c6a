import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporSQLite
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The journal on a disk")
  struct JournalTests {
    @Test("keeps the contract", arguments: JournalContract.allCases)
    func contract(_ rule: JournalContract) throws {
      let folder = try TemporaryFolder()
      // One journal at a time: the file is opened for one process alone.
      try rule.check { try SQLiteJournal(path: folder.path + "/journal.sqlite") }
    }

    @Test("is the daemon's alone, even where an older one could be read by all")
    func isPrivate() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      try Files.replace(path, with: "", mode: 0o644)
      let journal = try SQLiteJournal(path: path)
      for name in Files.names(in: folder.path) {
        #expect(try Files.facts(of: "\(folder.path)/\(name)").st_mode & 0o777 == 0o600)
      }
      _ = journal
    }

    private func job(_ secret: String) -> LaunchRecipe {
      LaunchRecipe(
        executable: "/bin/true",
        arguments: ["true"],
        environment: ["TOKEN=\(secret)", "EMPTY=", "WORDS=two words\nand a line"],
        workingDirectory: "/",
        userID: 1000,
        groupID: 1000,
        context: LaunchContext(
          umask: 0o027,
          limits: [.init(kind: 7, soft: 777, hard: .max)],
          niceness: -5,
          schedulingPolicy: 1,
          schedulingPriority: 50,
          ioPriority: 24580
        )
      )
    }

    /// The files in the folder, and below it, that hold the text.
    private func files(in folder: String, holding text: String) -> [String] {
      Files.names(in: folder).flatMap { name -> [String] in
        let path = "\(folder)/\(name)"
        if Files.isFolder(path) { return files(in: path, holding: text).map { "\(name)/\($0)" } }
        return (try? Files.read(path))?.contains(text) ?? false ? [name] : []
      }
    }

    @Test("keeps the environment of a job in a file of the daemon's, and no trace of it afterwards")
    func environments() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let app = try #require(AppIdentifier("torpor.job.7"))
      var turn = TurnRecord()
      turn.newRecipes = [(app: app, recipe: job("topsecret"))]
      turn.isDurable = true
      try SQLiteJournal(path: path).commit(turn)
      #expect(files(in: folder.path, holding: "topsecret") == ["environments/torpor.job.7"])
      let environments = folder.path + "/environments"
      #expect(try Files.facts(of: environments).st_mode & 0o777 == 0o700)
      #expect(try Files.facts(of: environments + "/torpor.job.7").st_mode & 0o777 == 0o600)
      let journal = try SQLiteJournal(path: path)
      #expect(try journal.recipe(of: app) == job("topsecret"))
      turn = TurnRecord()
      turn.removedRecipes = [app]
      try journal.commit(turn)
      #expect(files(in: folder.path, holding: "topsecret") == [])
      #expect(try journal.recipe(of: app) == nil)
    }

    @Test("keeps the environments of two apps apart, whatever their names are")
    func neighbours() throws {
      let folder = try TemporaryFolder()
      let journal = try SQLiteJournal(path: folder.path + "/journal.sqlite")
      let apps = try ["mail.new", "mail"].map { try #require(AppIdentifier($0)) }
      for app in apps {
        var turn = TurnRecord()
        turn.newRecipes = [(app: app, recipe: job("secret of \(app)"))]
        turn.isDurable = true
        try journal.commit(turn)
      }
      for app in apps { #expect(try journal.recipe(of: app) == job("secret of \(app)")) }
      #expect(Files.names(in: folder.path + "/environments") == ["mail", "mail.new"])
    }

    @Test("removes the environments that belong to nobody")
    func orphans() throws {
      let folder = try TemporaryFolder()
      // Beside a journal that is there; beside none, they are what is left of one.
      try SQLiteJournal(path: folder.path + "/journal.sqlite").accept()
      try folder.write("x", to: "environments/torpor.job.9")
      let journal = try SQLiteJournal(path: folder.path + "/journal.sqlite")
      #expect(Files.names(in: folder.path + "/environments") == ["torpor.job.9"])
      try journal.accept()
      #expect(Files.names(in: folder.path + "/environments") == [])
    }

    @Test("moves the environments of an earlier build out of its rows, and leaves no trace there")
    func movesEnvironments() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let app = try #require(AppIdentifier("torpor.job.7"))
      var turn = TurnRecord()
      var recipe = job("topsecret")
      recipe.context = nil
      turn.newRecipes = [(app: app, recipe: recipe)]
      try SQLiteJournal(path: path).commit(turn)
      try Files.remove(folder.path + "/environments/torpor.job.7")
      try {
        let database = try Database(path: path)
        let bytes = recipe.environment.flatMap { (text: String) -> [UInt8] in text.utf8 + [0] }
        let hex = bytes.map { (byte: UInt8) -> String in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        try database.execute("UPDATE recipes SET environment = x'\(hex)'", for: "write to")
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)", for: "write to")
      }()
      #expect(files(in: folder.path, holding: "topsecret") == ["journal.sqlite"])
      let journal = try SQLiteJournal(path: path)
      #expect(try journal.recipe(of: app) == recipe)
      try journal.accept()
      #expect(try journal.recipe(of: app) == recipe)
      #expect(files(in: folder.path, holding: "topsecret") == ["environments/torpor.job.7"])
    }

    @Test("keeps the clock's anchor")
    func anchor() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let anchor = ClockAnchor(
        bootID: "boot",
        boottimeNanoseconds: 1,
        device: .at(.hours(1)),
        wallNanoseconds: 2
      )
      try {
        let journal = try SQLiteJournal(path: path)
        #expect(try journal.clockAnchor() == nil)
        #expect(try journal.latestInstant() == .zero)
        try journal.save(anchor)
        var turn = TurnRecord()
        turn.entries = [JournalEntry(sequence: 1, at: .at(.hours(2)), bytes: [])]
        try journal.commit(turn)
      }()
      let journal = try SQLiteJournal(path: path)
      #expect(try journal.clockAnchor() == anchor)
      #expect(try journal.latestInstant() == .at(.hours(2)))
    }

    @Test("keeps the newest rows of the ledger and drops the oldest")
    func ledgerBound() throws {
      let folder = try TemporaryFolder()
      let journal = try SQLiteJournal(path: folder.path + "/journal.sqlite")
      let rows = UInt64(SQLiteJournal.ledgerRowsMax) + 2000
      for first in stride(from: UInt64(1), to: rows, by: 2000) {
        var turn = TurnRecord()
        turn.decisions = (first..<first + 2000).map {
          LedgerEntry(sequence: $0, at: .zero, app: nil, wallNanoseconds: 0, bytes: [1])
        }
        try journal.commit(turn)
      }
      let kept = try journal.decisions(about: nil, after: 0, countMax: .max)
      #expect(kept.count == SQLiteJournal.ledgerRowsMax)
      #expect(kept.last?.sequence == rows)
    }

    @Test("takes 25,600 transfers in batches of 256, and gives each back")
    func manyTransfers() throws {
      let folder = try TemporaryFolder()
      let journal = try SQLiteJournal(path: folder.path + "/journal.sqlite")
      func stored(_ number: UInt64) -> StoredTransfer {
        StoredTransfer(
          content: TransferContent(
            url: "https://example.org/files/\(number)",
            headers: [TransferHeader("Accept", "*/*")],
            destination: TransferDestination(file: TransferFile(root: "/data", path: "\(number)"))
          ),
          userID: 1000,
          groupID: 1000
        )
      }
      for first in stride(from: UInt64(1), to: 25_600, by: 256) {
        var turn = TurnRecord()
        turn.isDurable = true
        turn.newTransfers = (first..<first + 256).map {
          (TransferIdentifier(rawValue: $0), stored($0))
        }
        try journal.commit(turn)
      }
      let asked: [UInt64] = [1, 256, 257, 25_600, 25_601]
      let found = try journal.transfers(asked.map { TransferIdentifier(rawValue: $0) })
      #expect(found == [stored(1), stored(256), stored(257), stored(25_600), nil])
    }

    @Test("says so when the disk is full, loses nothing, and goes on when there is room")
    func diskFull() throws {
      let folder = try TemporaryFolder()
      guard mount("none", folder.path, "tmpfs", 0, "size=1m") == 0 else {
        print("skipped: no right to mount a small file system (\(SystemError.text(of: errno)))")
        return
      }
      defer { umount2(folder.path, Int32(MNT_DETACH)) }
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      var failure: JournalFailure?
      var committed: UInt64 = 0
      while failure == nil, committed < 1000 {
        var turn = TurnRecord()
        turn.isDurable = true
        turn.entries = [
          JournalEntry(
            sequence: committed + 1,
            at: .zero,
            bytes: [UInt8](repeating: 7, count: 10_000)
          )
        ]
        do throws(JournalFailure) {
          try journal.commit(turn)
          committed += 1
        } catch {
          failure = error
        }
      }
      let found = try #require(failure)
      #expect(found.isDiskFull)
      #expect(found.path == path)
      #expect(found.cause == "the disk is full; make room, nothing that was accepted is lost")
      #expect(try journal.load().entries.count == Int(committed))
      #expect(mount("none", folder.path, "tmpfs", UInt(MS_REMOUNT), "size=4m") == 0)
      var turn = TurnRecord()
      turn.entries = [JournalEntry(sequence: committed + 1, at: .zero, bytes: [1])]
      try journal.commit(turn)
      #expect(try journal.load().entries.count == Int(committed) + 1)
    }

    @Test("accepts nothing while its file or its log is gone, and all again when they are back")
    func gone() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      var sequence: UInt64 = 0
      func commit() throws(JournalFailure) {
        var turn = TurnRecord()
        turn.entries = [JournalEntry(sequence: sequence + 1, at: .zero, bytes: [1])]
        try journal.commit(turn)
        sequence += 1
      }
      func refusal() -> String? {
        return #expect(throws: JournalFailure.self) { try commit() }?.cause
      }
      let gone =
        "the file or its log was moved, removed or replaced while the daemon had it open; stop the daemon, "
        + "then put both back together (journal.sqlite and journal.sqlite-wal), or move both away to "
        + "begin a new journal"
      try commit()
      for name in [path, path + "-wal"] {
        #expect(rename(name, name + ".away") == 0)
        #expect(refusal() == gone)
        #expect(symlink("/etc/passwd", name) == 0)
        let replaced = JournalPlace.replaced("journal.sqlite-wal.left1")
        #expect(refusal() == (name == path ? replaced : gone))
        #expect(rename(name + ".away", name) == 0)
        try commit()
      }
      #expect(try journal.load().entries.count == 3)
      #expect(truncate(path, 0) == 0)
      #expect(refusal() == JournalPlace.replaced("journal.sqlite-wal.left1"))
    }

    @Test("names the cause and the next step when the file is damaged")
    func damaged() throws {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "no journal ", count: 1000), to: "journal.sqlite")
      let path = folder.path + "/journal.sqlite"
      let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
      #expect(
        failure
          == JournalFailure(
            operation: "open",
            path: path,
            cause:
              "the file is damaged or is not a journal (file is not a database); move it away to "
              + "start from the beginning, or restore a copy",
            isDiskFull: false
          )
      )
    }

    @Test("is for one process alone")
    func inUse() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
      #expect(
        failure?.cause
          == "another process has it open; stop the other daemon, or give another state folder"
      )
      #expect(try journal.load().entries.isEmpty)
    }
  }
}
