import ArgumentParser
import Testing
import TorporModel

@testable import torpor

@Suite("The arguments of torpor when")
struct JobArgumentsTests {
  private let now = Samples.wallMicroseconds / 1_000_000

  private func request(_ words: String...) throws -> JobRequest {
    try WhenCommand.parse(words + ["--", "ls", "-l"]).arguments
      .request(command: ["ls", "-l"], at: now, in: Samples.zone)
  }

  @Test("without a condition ask for a run at once")
  func none() throws {
    #expect(try request() == JobRequest(command: "ls -l"))
  }

  @Test("become the request that they name")
  func all() throws {
    let request = try request(
      "--power",
      "ac",
      "--battery",
      "40%",
      "--network",
      "unmetered",
      "--idle",
      "5m",
      "--cool",
      "--disk",
      "5GB",
      "--every",
      "daily",
      "--not-before",
      "+2h",
      "--retries",
      "3",
      "--backoff",
      "1m",
      "--timeout",
      "1h",
      "--name",
      "backup",
      "--replace",
      "--pause"
    )
    #expect(
      request
        == JobRequest(
          name: "backup",
          conflict: .replace,
          command: "ls -l",
          needs: JobNeeds(
            externalPower: true,
            batteryPercentMin: 40,
            network: .unmetered,
            idle: .minutes(5),
            isCool: true,
            freeBytesMin: 5_000_000_000
          ),
          schedule: JobSchedule(
            every: try CalendarExpression(parsing: "daily"),
            notBeforeUnixNanoseconds: (now + 7200) * 1_000_000_000
          ),
          retries: RetryPolicy(countMax: 3, backoff: .minutes(1)),
          timeout: .hours(1),
          whenLost: .pause
        )
    )
  }

  @Test("may name moments by the clock on the wall")
  func moments() throws {
    // It is Saturday, 04:00.
    let request = try request("--at", "Sat 03:00", "--deadline", "tomorrow 07:00")
    #expect(request.schedule.at?.description == "Sat *-*-* 03:00:00")
    #expect(request.schedule.deadlineUnixNanoseconds == (now + 97_200) * 1_000_000_000)
  }

  @Test("may name several jobs to wait for")
  func dependencies() throws {
    let command = try WhenCommand.parse(["--after", "backup", "--after", "12", "--", "ls"])
    #expect(command.times.after == ["backup", "12"])
    let any = try WhenCommand.parse(["--after-any", "backup", "--after-any", "12", "--", "ls"])
    #expect(any.times.afterAny == ["backup", "12"])
    #expect(any.times.after == [])
  }

  @Test("may give a command for a failure, and say in the help when it runs")
  func failureCommand() throws {
    #expect(try request("--on-failure", "mail -s 'oh no' me").onFailure == "mail -s 'oh no' me")
    let help = TorporCommand.helpMessage(for: WhenCommand.self, columns: 1000)
    let sentences = [
      "Run this with /bin/sh, in the same environment, after permanent failure; for at most 10 min. "
        + "TORPOR_JOB, TORPOR_JOB_NAME and TORPOR_JOB_RESULT say which job and how.",
      "After that job, by name or number, has succeeded; may be repeated. If it fails, this job fails too.",
      "After that job has finished, whether it succeeded or failed; may be repeated.",
    ]
    for sentence in sentences { #expect(help.contains(sentence)) }
  }

  @Test(
    "name what is wrong, where, and what is allowed",
    arguments: [
      (["--power", "battery"], "--power cannot be 'battery'. Allowed: ac."),
      (
        ["--network", "unmeterd"],
        "--network cannot be 'unmeterd'. Allowed: none-needed, any, unmetered. Did you mean "
          + "'unmetered'?"
      ),
      (["--battery", "0"], "--battery takes a percentage from 1 to 100, not '0'."),
      (["--battery", "a lot"], "--battery takes a percentage from 1 to 100, not 'a lot'."),
      (
        ["--idle", "5min"],
        "--idle takes a length such as 30s, 10m, 2h or 1h30m, not '5min'. Did you mean '5m'?"
      ),
      (
        ["--timeout", "90"],
        "--timeout takes a length such as 30s, 10m, 2h or 1h30m, not '90'. Did you mean '90m'?"
      ),
      (
        ["--disk", "5"],
        "--disk takes a size such as 500MB, 5GB or 2GiB, not '5'. Did you mean '5GB'?"
      ),
      (
        ["--not-before", "2h"],
        "--not-before takes a local time such as +2h, 23:40, 'tomorrow 07:00', 'Sat 03:00' or "
          + "'2026-12-24 18:00', not '2h'. Did you mean '+2h'?"
      ),
      (
        ["--deadline", "2026-11-20"],
        "--deadline '2026-11-20' has passed. Choose a time in the future, such as +8h."
      ),
      (
        ["--deadline", "+1h", "--not-before", "+2h"],
        "--deadline '+1h' comes before --not-before '+2h', so there is no time left to run in. Give "
          + "a later deadline."
      ),
      (
        ["--at", "daily", "--every", "daily"],
        "--at and --every cannot be combined: one runs once, the other repeats."
      ),
      (
        ["--every", "daily", "--deadline", "+1h"],
        "--every and --deadline cannot be combined: after the deadline no condition would hold any "
          + "of its runs back."
      ),
      (
        ["--on-failure", " "],
        "--on-failure takes a command, as in --on-failure 'mail -s failed me'."
      ),
      (
        ["--on-failure", String(repeating: "x", count: 4097)],
        "--on-failure takes at most 4096 bytes, not 4097. Put the command into a file."
      ),
      (["--retries=-1"], "--retries takes a number from 0 to 1000000, not '-1'."),
      (["--retries", "1000001"], "--retries takes a number from 0 to 1000000, not '1000001'."),
      (["--backoff", "1m"], "--backoff is how long a retry waits, so it needs --retries N."),
      (
        ["--name", "12"],
        "--name takes 1 to 64 letters, digits, '.', '-' and '_', and not only digits, because a "
          + "number names a job by its number; not '12'."
      ),
      (["--name", "a\u{1b}[2J"], "not 'a\\x1b[2J'."),
      (["--keep"], "--keep is about another job of the same name, so it needs --name NAME."),
      (
        ["--name", "a", "--keep", "--once"],
        "--keep and --once cannot be combined: each says what happens when the name is taken."
      ),
      (
        ["--pause"],
        "--pause freezes the command while a condition does not hold, and there is none. Give one of "
          + "--power, --battery, --network, --idle, --cool or --disk."
      ),
    ] as [([String], String)]
  )
  func mistakes(words: [String], ending: String) throws {
    let command = try WhenCommand.parse(words + ["--", "ls"])
    let failure = #expect(throws: CommandFailure.self) {
      try command.arguments.request(command: ["ls"], at: now, in: Samples.zone)
    }
    let sentence = try #require(failure).sentence
    #expect(sentence.hasSuffix(ending), "\(sentence)")
    #expect(sentence.hasPrefix("--"))
    #expect(failure?.exitStatus == 64)
  }
}

@Suite("A command after the options of a verb")
struct TypedCommandTests {
  private func message(_ words: [String]) -> String {
    do {
      _ = try WhenCommand.parse(words)
      return "nothing wrong"
    } catch {
      return WhenCommand.message(for: error)
    }
  }

  @Test("is all that follows, with or without --")
  func words() throws {
    let typed = try TypedCommand(["--", "ls", "--", "-l"], of: WhenCommand.self)
    #expect(typed.words == ["ls", "--", "-l"])
    #expect(try TypedCommand(["ls", "--power"], of: WhenCommand.self).words == ["ls", "--power"])
    #expect(try WhenCommand.parse(["--cool", "ls", "--cool"]).command == ["ls", "--cool"])
  }

  @Test(
    "is not taken for one where an option was mistyped",
    arguments: [
      (
        ["--pwoer", "ac", "--", "ls"],
        "'--pwoer' is not an option of torpor when. Did you mean '--power'? To pass it to the "
          + "command, put -- first."
      ),
      (
        ["--notbefore=+2h", "--", "ls"],
        "'--notbefore' is not an option of torpor when. Did you mean '--not-before'? To pass it to "
          + "the command, put -- first."
      ),
      (
        ["-x", "ls"],
        "'-x' is not an option of torpor when. To pass it to the command, put -- first."
      ),
      (["--cool"], "Missing command. Usage: torpor when -- COMMAND …"),
      (["--cool", "--"], "Missing command. Usage: torpor when -- COMMAND …"),
    ]
  )
  func mistakes(words: [String], sentence: String) {
    #expect(message(words) == sentence)
  }
}

@Suite("The verbs of torpor jobs")
struct JobsVerbTests {
  private func message(_ words: [String]) -> String {
    do {
      _ = try JobsCommand.parseAsRoot(words)
      return "nothing wrong"
    } catch {
      return JobsCommand.message(for: error)
    }
  }

  @Test(
    "are told apart from names of jobs",
    arguments: [
      (["shwo", "3"], "'shwo' is not a command of torpor jobs. Did you mean 'show'?"),
      (
        ["backup"],
        "'backup' is not a command of torpor jobs. `torpor jobs show backup` shows the job of that name."
      ),
      (
        ["hold", "backup"],
        "'hold' is not a command of torpor jobs. Did you mean 'torpor jobs cancel backup'?"
      ),
      (["logs"], "'logs' is not a command of torpor jobs. Did you mean 'torpor jobs output'?"),
      (["output", "a", "--tail=-1"], "--tail takes 0 or more lines, not -1."),
    ]
  )
  func mistakes(words: [String], sentence: String) {
    #expect(message(words) == sentence)
  }
}
