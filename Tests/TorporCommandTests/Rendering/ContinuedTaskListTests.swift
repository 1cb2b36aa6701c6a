import Testing
import TorporModel

@testable import torpor

@Suite("The list of continued tasks")
struct ContinuedTaskListTests {
  private func work(_ display: ActivityStatus.Display?) -> ActivityStatus {
    ActivityStatus(
      app: AppIdentifier("com.example.video"),
      activity: .task(identifier: "com.example.video.export"),
      type: .continued,
      submittedAt: Samples.now - .minutes(3),
      earliest: nil,
      latest: nil,
      isRunning: true,
      conditions: [],
      blocked: [],
      forecast: Forecast(at: nil, needs: []),
      display: display
    )
  }

  @Test("says what each is doing and how far it is, without what could move the cursor")
  func rows() {
    let display = ActivityStatus.Display(title: "Export", subtitle: "Film\u{1b} 3", permille: 437)
    let lines = ContinuedTaskList.lines([work(nil), work(display)], at: Samples.now, .plain)
    #expect(
      lines.joined(separator: "\n") == """

        CONTINUED TASK            APP                DONE  RUNNING  WHAT
        com.example.video.export  com.example.video   43%   3m 00s  Export, Film\\x1b 3
        `torpor cancel TASK` cancels one.
        """
    )
  }

  @Test("is not there without any")
  func none() {
    #expect(ContinuedTaskList.lines([work(nil)], at: Samples.now, .plain).isEmpty)
  }

  @Test("is repeated by the explanation of the task")
  func explained() {
    let display = ActivityStatus.Display(title: "Export", subtitle: "", permille: 1000)
    let lines = ActivityExplanation.lines(work(display), Samples.clock, .plain)
    #expect(lines.first?.hasSuffix("is running: Export: 100%.") == true, "\(lines)")
  }
}
