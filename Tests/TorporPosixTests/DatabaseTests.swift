import Testing

@testable import TorporSQLite

@Suite("A database")
struct DatabaseTests {
  @Test("gives back each kind of value as it was put in")
  func values() throws {
    let folder = try Folder()
    let database = try Database(path: folder.path + "/file")
    try database.execute("CREATE TABLE t (a, b, c, d, e)", for: "set up")
    let insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)", for: "write to")
    try insert.run([.integer(.min), .text("ä\u{1F4A4}"), .bytes([0, 255]), .bytes([]), .null])
    try insert.run([.integer(.max)])
    var rows = 0
    try database.prepare("SELECT * FROM t ORDER BY rowid", for: "read").run { row in
      rows += 1
      if rows == 1 {
        #expect(row.integer(0) == .min)
        #expect(row.text(1) == "ä\u{1F4A4}")
        #expect(row.bytes(2) == [0, 255])
        #expect(row.bytes(3).isEmpty && !row.isNull(3))
        #expect(row.isNull(4) && row.text(4) == nil)
      } else {
        #expect(row.integer(0) == .max)
        // What was bound the first time is not left over.
        #expect(row.isNull(1) && row.isNull(2))
      }
    }
    #expect(rows == 2)
  }

  @Test("does all of a transaction or nothing")
  func transactions() throws {
    let folder = try Folder()
    let database = try Database(path: folder.path + "/file")
    try database.execute("CREATE TABLE t (a PRIMARY KEY)", for: "set up")
    let insert = try database.prepare("INSERT INTO t VALUES (?)", for: "write to")
    let failure = #expect(throws: SQLiteError.self) {
      try database.transaction(for: "write to") { () throws(SQLiteError) in
        try insert.run([.integer(1)])
        try insert.run([.integer(1)])
      }
    }
    #expect(
      failure?.description
        == "cannot write to \(folder.path)/file: UNIQUE constraint failed: t.a (SQLite 1555)"
    )
    var count: Int64 = -1
    try database.prepare("SELECT count(*) FROM t", for: "read").run { count = $0.integer(0) }
    #expect(count == 0)
    try database.transaction(for: "write to") { () throws(SQLiteError) in
      try insert.run([.integer(1)])
    }
  }

  @Test("that cannot be opened is named, with the kernel's reason")
  func cannotOpen() {
    let failure = #expect(throws: SQLiteError.self) { try Database(path: "/nonexistent/file") }
    #expect(
      failure?.description
        == "cannot open /nonexistent/file: unable to open database file "
        + "(SQLite 14, No such file or directory (ENOENT))"
    )
    #expect(failure?.isDiskFull == false)
  }
}
