import Testing

@Suite("The names of the client library")
struct NameTests {
  /// The public symbols of the library, with those of the shared vocabulary that it exports.
  private static func symbols() throws -> Symbols {
    var symbols = Symbols()
    for file in Repository.files(below: "Sources/Torpor", ".swift") {
      symbols.add(try Repository.text(file))
    }
    for file in Repository.files(below: "Sources/TorporAppModel", ".swift") {
      symbols.add(try Repository.text(file))
    }
    return symbols
  }

  /// What is in backticks in the second and the third column of the tables, row by row.
  private static func named(in page: String) -> [(row: String, symbols: [String])] {
    page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
      let columns = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst(2)
      let spans = columns.joined(separator: "|")
        .split(separator: "`", omittingEmptySubsequences: false)
      let code = spans.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      // A span with a space is a command; one without a capital is an argument.
      return (
        String(row), code.filter { !$0.contains(" ") && $0.first?.isUppercase == true }
      )
    }
  }

  @Test("that the page for those who come from UIKit has all exist")
  func symbolsExist() throws {
    let symbols = try Self.symbols()
    let others: Set = ["Duration", "Date", "DateComponents", "AsyncSequence", "AsyncStream"]
    var count = 0
    for (row, named) in Self.named(in: try Repository.text("docs/coming-from-uikit.md")) {
      for symbol in named where !others.contains(symbol) {
        count += 1
        let exists = symbols.contains(symbol)
        #expect(exists, "'\(symbol)' is not a public symbol: \(row)")
      }
    }
    // The page is not empty, and its tables are read.
    #expect(count > 200)
  }

  @Test("are a list that does not take every name")
  func listIsStrict() throws {
    let symbols = try Self.symbols()
    #expect(symbols.contains("LocationManager.startUpdatingLocation()"))
    #expect(symbols.contains("TransferSession.cancel(_:keepsPartial:)"))
    for absent in [
      "LocationManager.startUpdating()", "TransferSession.cancel(_:)", "Application.changing",
      "NotificationCenter", "LocationManager.ask(_:subject:)",
    ] {
      let exists = symbols.contains(absent)
      #expect(!exists, "\(absent)")
    }
  }

  /// The types of the vocabulary that apps get, each by an import of its own.
  private static func exports() throws -> [String] {
    try Repository.files(below: "Sources/Torpor", ".swift").flatMap { file in
      try Repository.text(file).split(separator: "\n").filter { $0.contains("@_exported") }
        .map { String($0.split(separator: " ").last ?? "") }
    }
  }

  @Test("have of the shared vocabulary single types, and none that only tools can use")
  func exportsAreNarrow() throws {
    let exports = try Self.exports()
    #expect(exports.contains("TorporAppModel.Location"))
    for export in exports { #expect(export.hasPrefix("TorporAppModel."), "\(export)") }
    for name in ["Activity", "Condition", "Reason", "Question", "Check", "Reply", "Instant"] {
      #expect(!exports.contains("TorporAppModel." + name))
    }
  }

  @Test("are not those of Foundation's types")
  func noNameOfFoundation() throws {
    var symbols = Symbols()
    for file in Repository.files(below: "Sources/Torpor", ".swift") {
      symbols.add(try Repository.text(file))
    }
    let exports = Set(try Self.exports())
    for name in [
      "NotificationCenter", "Notification", "Date", "URLSession", "Progress", "Operation", "Thread",
      "Process", "Bundle", "Timer", "Stream", "Port", "Host", "Data", "URL", "UUID", "Unit",
    ] {
      #expect(!symbols.names.contains(name), "\(name)")
      #expect(!exports.contains("TorporAppModel." + name), "\(name)")
    }
  }
}

@Suite("Code in the documents")
struct CodeBlockTests {
  /// The README, the guides, the articles of the library, and the page for those who come from UIKit.
  static let documents =
    ["README.md", "docs/guide.md", "docs/coming-from-uikit.md"]
    + Repository.files(below: "docs/guide", ".md")
    + Repository.files(below: "Sources/Torpor/Torpor.docc", ".md")

  /// The lines without indentation and empty ones; every program that is run is called alike.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { line in
      let line = line.drop { $0 == " " }
      guard let call = line.firstRange(of: "Application().run(") else { return String(line) }
      return line[..<call.upperBound] + "…"
    }
    .filter { !$0.isEmpty && !$0.hasPrefix("///") }
  }

  private static func blocks(_ document: String) -> [String] {
    document.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("swift\n") }
      .map { String($0.element.dropFirst("swift\n".count)) }
  }

  @Test("stands in a program that is compiled against the public library", arguments: documents)
  func isCompiled(document: String) throws {
    let programs =
      Repository.files(below: "Tests/TorporGuideTests/Programs", ".swift")
      + ["Benchmarks/Hello/Attached/Hello.swift"]
    let compiled = try programs.map { Self.lines(try Repository.text($0)) }
    for block in Self.blocks(try Repository.text(document)) {
      let wanted = Self.lines(block)
      let isThere = compiled.contains { program in
        (0..<program.count).contains { start in
          program[start...].prefix(wanted.count).elementsEqual(wanted)
        }
      }
      #expect(isThere, "no program in Tests/TorporGuideTests/Programs has this:\n\(block)")
    }
  }

  @Test("is looked at in all of them")
  func documentsAreRead() throws {
    let counts = try Self.documents.map { Self.blocks(try Repository.text($0)).count }
    #expect(counts.reduce(0, +) >= 15, "\(zip(Self.documents, counts).map { "\($0) \($1)" })")
  }
}
