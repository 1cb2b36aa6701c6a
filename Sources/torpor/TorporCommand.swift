import ArgumentParser
import Glibc
import TorporPosix
import TorporText

/// The command line: `torpor VERB …`.
@main
struct TorporCommand: ParsableCommand {
  /// The product's version; the daemon has the same when both come from one build.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "torpor",
    abstract: "Inspect and control the apps that torpord manages.",
    discussion: """
      Exit status: 0 done, 1 refused or failed, 64 wrong usage, 69 no daemon reachable. `torpor push` also ends with \
      1 if the push is not delivered. `torpor run` and `torpor when --wait` end \
      with the status of their command.
      """,
    version: "torpor \(version)",
    groupedSubcommands: [
      CommandGroup(
        name: "Apps:",
        subcommands: [
          RunCommand.self, PsCommand.self, TopCommand.self, BatteryCommand.self, AdviceCommand.self,
          LaunchCommand.self, HomeCommand.self,
          QuitCommand.self, SwitcherCommand.self, OutputCommand.self, CancelCommand.self,
          InstallCommand.self, UninstallCommand.self,
        ]
      ),
      CommandGroup(
        name: "Deferred jobs:",
        subcommands: [WhenCommand.self, JobsCommand.self]
      ),
      CommandGroup(
        name: "Transfers:",
        subcommands: [DownloadCommand.self, UploadCommand.self, TransfersCommand.self]
      ),
      CommandGroup(
        name: "Why:",
        subcommands: [
          WhyCommand.self, LogCommand.self, TimelineCommand.self, SimulateCommand.self,
          RecordCommand.self, ReplayCommand.self,
        ]
      ),
      CommandGroup(
        name: "For developers:",
        subcommands: [
          BuildCommand.self, SimulateLaunchCommand.self, SimulateExpirationCommand.self,
          PushCommand.self, LocateCommand.self, AccessoryCommand.self,
        ]
      ),
      CommandGroup(
        name: "Notifications and calls:",
        subcommands: [NotificationsCommand.self, EndCallCommand.self]
      ),
      CommandGroup(
        name: "Storage:",
        subcommands: [StorageCommand.self, PurgeCommand.self, OffloadCommand.self]
      ),
      CommandGroup(
        name: "The device:",
        subcommands: [
          DashboardCommand.self, LockCommand.self, UnlockCommand.self, SettingsCommand.self,
          ExemptCommand.self, AdoptCommand.self,
          ExportCommand.self, ImportCommand.self, DoctorCommand.self,
        ]
      ),
    ]
  )

  /// Runs a command and turns what went wrong into a sentence on standard error.
  static func main() {
    CurrentProcess.fillStandardStreams()
    do {
      let words = try CommandWords.current()
      if words.first == ProgramRestoring.word {
        try ProgramRestoring.becomeApp(Array(words.dropFirst()))
      }
      try VerbSpelling.check(words)
      var command = try parseAsRoot(NegativeNumbers.protect(NegativeValues.join(words)))
      try command.run()
    } catch let failure as CommandFailure {
      Terminal.reportError("torpor: " + failure.sentence)
      Glibc.exit(failure.exitStatus)
    } catch {
      // Help and scripts for shells hold no words of others.
      if exitCode(for: error).isSuccess { exit(withError: error) }
      let message = UsageMessage.text(fullMessage(for: error))
      for line in message.split(separator: "\n", omittingEmptySubsequences: false)
      where !message.isEmpty {
        Terminal.reportError(String(line))
      }
      Glibc.exit(exitCode(for: error).rawValue)
    }
  }
}
