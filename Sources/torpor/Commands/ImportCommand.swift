import ArgumentParser
import Glibc
import TorporPosix
import TorporWire

/// `torpor import`: takes over what another machine has exported.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import apps, jobs, settings and habits from a file of torpor export.",
    discussion: """
      Reports line by line what was imported and what was not, and exits with 1 if something was not. Apps and jobs \
      that exist under the same name are unchanged unless --replace is given. Programs must be on this machine, at \
      the same path. As root, everything is assigned to the users of the same names; otherwise to you.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Replace apps and jobs of the same names.")
  var replace = false

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file: String

  /// 256 MiB: ten thousand jobs with a large environment each; our choice.
  private static let bytesMax = 256 << 20

  func run() throws {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.readArgument(file, bytesMax: ImportCommand.bytesMax)
    } catch {
      throw CommandFailure.failed("\(error). Nothing was imported.")
    }
    let document = try ExportDocument(bytes, path: file == "-" ? "Standard input" : file)
    // Before anything changes: a daemon that is not there is one sentence, not one for each item.
    _ = try connection.connect()
    let plan = ImportPlan(
      user: LoginName.of(CurrentProcess.userID),
      isRoot: CurrentProcess.userID == 0,
      replaces: replace,
      exists: { Files.exists($0) },
      hasUser: { LoginName.numbers(of: $0) != nil }
    )
    var imported = 0
    for item in document.items {
      let outcome = try outcome(of: item, in: document, by: plan)
      if outcome == nil { imported += 1 }
      Terminal.say([
        "\(item.title): " + (outcome.map { "not imported: \($0)" } ?? plan.success(of: item))
      ])
    }
    Terminal.show(["\(imported) of \(document.items.count) imported."])
    if imported < document.items.count { throw ExitCode(1) }
  }

  /// Why an item did not come; `nil`: it came.
  private func outcome(
    of item: ExportDocument.Item,
    in document: ExportDocument,
    by plan: ImportPlan
  ) throws(CommandFailure) -> String? {
    if let obstacle = plan.obstacle(to: item, in: document) { return obstacle }
    // A connection belongs to the user who makes it.
    let daemon = try LoginName.acting(as: item.user) { () throws(CommandFailure) in
      try connection.connect()
    }
    for call in plan.calls(for: item) {
      guard let refusal = try refusal(of: call, by: daemon) else { continue }
      // What an administrator has fixed here stays so; all else comes.
      guard let rest = ImportPlan.withoutFixed(call, refusal),
        try self.refusal(of: rest, by: daemon) == nil
      else { return ImportPlan.sentence(of: refusal) }
      Terminal.say(["\(item.title): " + ImportPlan.sentence(of: refusal)])
    }
    return nil
  }

  /// Why the daemon did not do it; `nil`: it did.
  private func refusal(
    of call: ControlCall,
    by daemon: ControlConnection
  ) throws(CommandFailure) -> WireError? {
    do throws(CommandFailure) {
      try daemon.perform(call.call)
      return nil
    } catch {
      guard case .refused(let refusal) = error else { throw error }
      return refusal
    }
  }
}
