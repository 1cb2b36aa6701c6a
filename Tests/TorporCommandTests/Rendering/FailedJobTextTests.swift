import Testing
import TorporModel

@testable import torpor

@Suite("A job that failed for good")
struct FailedJobTextTests {
  private func page(_ change: (inout JobStatus) -> Void) -> [String] {
    var job = Samples.job(
      12,
      "backup",
      .failed,
      runs: [Samples.run(minutesAgo: 1, .exited(status: 3))]
    )
    job.request.onFailure = "mail root"
    job.request.schedule.afterAny = [JobIdentifier(rawValue: 7)]
    change(&job)
    return JobExplanation.lines(job, Samples.clock, .plain)
  }

  @Test("shows how its command for that ended, or since when it runs")
  func command() {
    let launch = LaunchIdentifier(rawValue: 9)
    let began = Samples.now - .seconds(30)
    var run = JobRun(launch: launch, beganAt: began, endedAt: nil, end: nil)
    let running = page {
      $0.state = .running
      $0.failureRun = run
    }
    #expect(
      running[0]
        == "Job 12 (backup) has failed, and its --on-failure command has been running since Sat 03:59:30."
    )
    #expect(running.contains("  after permanent failure, run: mail root"))
    #expect(running.contains("  after job 7 finished, successfully or not"))
    #expect(
      Array(running.suffix(2)) == ["Its --on-failure command", "  began Sat 03:59:30; is running"]
    )
    run.endedAt = Samples.now
    run.end = .exited(status: 0)
    #expect(
      page { _ in }.suffix(2) == [
        "What to do", "  `torpor jobs output backup` shows what it printed.",
      ]
    )
    #expect(page { $0.failureRun = run }.last == "  began Sat 03:59:30; succeeded")
    var job = Samples.job(12, "backup", .running)
    job.failureRun = JobRun(launch: launch, beganAt: began, endedAt: nil, end: nil)
    #expect(JobList.waiting(job, Samples.clock) == "failed; --on-failure runs")
  }

  @Test("without running names the job before it, and how it runs after all")
  func dependency() {
    let lines = page {
      $0.failedBefore = "dump failed"
      $0.runs = []
    }
    #expect(lines[0] == "Job 12 (backup) has failed without running: job dump failed.")
    #expect(
      Array(lines.suffix(2)) == [
        "What to do",
        "  It runs after all once `torpor jobs run dump` succeeds, or with `torpor jobs run backup`.",
      ]
    )
    var job = Samples.job(12, "backup", .failed)
    job.failedBefore = "dump was cancelled"
    #expect(JobList.waiting(job, Samples.clock) == "job dump was cancelled")
  }

  @Test("for want of its working directory says which, and what to do")
  func folder() {
    let lines = page {
      $0.runs = [Samples.run(minutesAgo: 1, .notInFolder(path: "/srv/data", errno: 2))]
    }
    #expect(lines.contains { $0.contains("its working directory /srv/data cannot be entered") })
    #expect(
      Array(lines.suffix(2)) == [
        "What to do", "  Create /srv/data again, then `torpor jobs run backup`.",
      ]
    )
    let gone = page { $0.runs = [Samples.run(minutesAgo: 1, .notStarted(errno: 2))] }
    #expect(
      gone.suffix(2) == [
        "What to do",
        "  Check the program and, if it is a script, the interpreter in its first line; then `torpor jobs run backup`.",
      ]
    )
  }
}
