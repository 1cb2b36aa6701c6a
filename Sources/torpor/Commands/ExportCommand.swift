import ArgumentParser
import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// `torpor export`: what another machine needs to carry on.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write apps, jobs, settings and habits to a file, for another machine.",
    discussion: """
      The file holds installed apps with their settings and when they were opened, jobs that have not \
      finished, and the settings of the device; as root those of every user. It holds commands with their whole \
      environment, so only you can read it: keep it like a password. Files of apps, transfers and pending requests \
      are not in it.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The file, which must not exist yet; - is standard output.", completion: .file())
  var file: String

  func run() throws {
    let daemon = try connection.connect()
    var document = ExportDocument()
    if let settings = try ExportCommand.deviceSettings(of: daemon) {
      document.items.append(settings)
    }
    for app in try daemon.call(Control.List()).reply.apps {
      let calls = try daemon.call(Control.Export(app: app.app.text)).reply
      document.add(.app, app.app.text, calls)
    }
    var running: [String] = []
    for job in try daemon.jobs() {
      let calls = try daemon.call(Control.Export(job: job.job.description)).reply
      document.add(.job, job.name, calls)
      if job.state != .waiting, !calls.calls.isEmpty { running.append(job.name) }
    }
    try write(document.text)
    guard file != "-" else { return }
    Terminal.say(
      ["Exported \(document.counts) to \(file), readable only by you."]
        + running.map { "Job \($0) runs now; the imported job starts from the beginning." }
    )
  }

  /// Nothing where they are not the caller's to change.
  private static func deviceSettings(
    of daemon: ControlConnection
  ) throws(CommandFailure) -> ExportDocument.Item? {
    do throws(CommandFailure) {
      let calls = try daemon.call(Control.Export()).reply.calls
      return ExportDocument.Item(kind: .device, name: "settings", user: nil, calls: calls)
    } catch {
      guard case .refused(.permissionDenied) = error else { throw error }
      return nil
    }
  }

  private func write(_ text: String) throws(CommandFailure) {
    guard file != "-" else {
      Terminal.pass(Array(text.utf8)[...])
      return
    }
    do throws(SystemError) {
      try OutputFile.create(text, at: file)
    } catch {
      if error.code == EEXIST {
        throw .failed(
          "\(file) already exists; an export never replaces a file. Choose another name."
        )
      }
      throw .failed("\(error). Nothing was exported.")
    }
  }
}

extension ExportDocument {
  fileprivate mutating func add(_ kind: Item.Kind, _ name: String, _ exported: Control.Export.Reply)
  {
    guard !exported.calls.isEmpty else { return }
    let user = LoginName.of(exported.ownerUserID)
    items.append(Item(kind: kind, name: name, user: user, calls: exported.calls))
  }

  /// "2 apps, 1 job and the settings of the device".
  var counts: String {
    func count(_ kind: Item.Kind, _ word: String) -> String {
      let number = items.count { $0.kind == kind }
      return "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let things = [count(.app, "app"), count(.job, "job")]
    guard items.contains(where: { $0.kind == .device }) else {
      return things.joined(separator: " and ")
    }
    return things.joined(separator: ", ") + " and the settings of the device"
  }
}
