import TorporModel
import TorporWire

@testable import torpor

/// One answer of each kind that is rendered, with every text of it set.
enum AnswerSamples {
  static func all(_ style: Style) -> [ForeignTextTests.Sample] {
    [
      .init(method: .list, result: .apps([app])) { result in
        guard case .apps(let apps) = result else { return [] }
        return AppList.lines(apps, at: Samples.now, style)
          + ExemptionList.lines(apps, Samples.clock, style)
      },
      .init(method: .why(app: "x"), result: .explained(app, decisions)) { result in
        guard case .explained(let app, let decisions) = result else { return [] }
        return Explanation.lines(app, work: [work], decisions, Samples.clock, style)
      },
      .init(method: .activities(app: nil), result: .activities([work])) { result in
        guard case .activities(let all) = result else { return [] }
        return all.flatMap {
          ActivityExplanation.lines($0, Samples.clock, style)
            + ActivityExplanation.summary($0, Samples.clock)
        }
      },
      .init(method: .log(LogQuery()), result: .decisions(decisions)) { result in
        guard case .decisions(let decisions) = result else { return [] }
        return decisions.map { DecisionLog.line($0, Samples.clock) }
      },
      .init(
        method: .diagnose(app: "x", question: nil),
        result: .diagnosed([diagnosis])
      ) { result in
        guard case .diagnosed(let all) = result else { return [] }
        return all.flatMap { DiagnosisText.lines($0, Samples.clock, style) }
          + DiagnosisText.section(all, of: "x", style)
      },
      .init(method: .jobs(JobQuery()), result: .jobs([job], next: nil)) { result in
        guard case .jobs(let jobs, _) = result else { return [] }
        return JobList.lines(jobs, Samples.clock, style, showsAll: true, userID: 0)
          + jobs.flatMap {
            JobExplanation.lines($0, Samples.clock, style)
              + JobAnnouncement.lines($0, Samples.clock)
          }
      },
      .init(
        method: .transfers(TransferQuery()),
        result: .transfers(transfers, next: nil),
        lines: { transferLines($0, style) }
      ),
      .init(
        method: .notifications(NotificationQuery()),
        result: .notifications(notices, next: nil)
      ) { result in
        guard case .notifications(let rows, _) = result else { return [] }
        return NotificationList.lines(rows, style)
      },
      .init(method: .accessories, result: .accessories([accessory])) { result in
        guard case .accessories(let all) = result else { return [] }
        return AccessoryList.lines(all, style)
      },
      .init(method: .capabilities, result: .capabilities([capability])) { result in
        guard case .capabilities(let all) = result else { return [] }
        var report = DoctorReport()
        for one in all { report.add(.good, one.name, one.text) }
        return report.lines(style)
      },
    ] + pushed
  }

  private static var pushed: [ForeignTextTests.Sample] {
    guard let payload = try? PushPayload("{}", kind: nil) else { return [] }
    return [
      .init(
        method: .push(PushSubmission(app: "x", payload: payload)),
        result: .pushed(app: app.app, isVisible: true, decisions)
      ) { result in
        guard case .pushed(let app, let isVisible, let decisions) = result else { return [] }
        return PushText.lines(app, isVisible: isVisible, decisions.map(\.decision))
      }
    ]
  }

  private static func transferLines(_ result: ControlResult, _ style: Style) -> [String] {
    guard case .transfers(let rows, _) = result else { return [] }
    let screen = TransferBoard.Screen(columns: 80, rows: 24)
    var teller = TransferTeller()
    var lines = TransferList.lines(rows, Samples.clock, style, showsAll: true, userID: 0)
    lines += TransferBoard.lines(rows, Samples.clock, style, on: screen)
    lines += teller.news(rows, Samples.clock)
    for row in rows {
      lines += TransferExplanation.lines(row, Samples.clock, style)
      lines += [TransferText.result(of: row), TransferText.failure(of: row, Samples.clock)]
    }
    return lines
  }

  /// Every condition there is, for and against, about something with a name.
  private static let conditions = Reason.allCases.flatMap { reason in
    [true, false].map { Condition(reason, holds: $0, subject: "upload") }
  }

  private static let task = BackgroundTaskIdentifier(rawValue: 1)

  private static let app = Samples.app(
    "com.example.mail",
    name: "Mail",
    .background,
    heldBy: conditions,
    blockedBy: conditions,
    tasks: [
      BackgroundTaskStatus(
        task: task,
        name: "upload",
        begunAt: Samples.now,
        isExpiring: true
      )
    ]
  )

  private static let work = ActivityStatus(
    app: AppIdentifier("com.example.mail"),
    activity: .task(identifier: "com.example.refresh"),
    type: .appRefresh,
    submittedAt: Samples.now,
    earliest: nil,
    latest: nil,
    isRunning: false,
    conditions: conditions,
    blocked: [],
    forecast: Forecast(at: nil, needs: [])
  )

  private static let decisions: [LoggedDecision] = [
    Decision.Action.beginTask(task: task, name: "upload"), .endTask(task: task, name: "upload"),
    .expireTask(task: task, name: "upload"), .submit(.task(identifier: "com.example.refresh")),
    .freeze,
    .end(.unseen),
  ].enumerated().map { index, action in
    LoggedDecision(
      sequence: UInt64(index + 1),
      wallMicroseconds: Samples.wallMicroseconds,
      decision: Decision(
        at: Samples.now,
        app: AppIdentifier("com.example.mail"),
        action: action,
        verdict: .denied,
        because: conditions
      )
    )
  }

  private static let diagnosis = Diagnosis(
    question: .killedForAssertions,
    checks: Cause.allCases.map { Check($0, .found, reason: .backgroundTask, subject: "upload") },
    shownBy: decisions.map(\.decision),
    forecast: Forecast(at: nil, needs: [.network])
  )

  private static let job = Samples.job(
    3,
    "backup",
    .waiting,
    request: JobRequest(command: "rsync -a"),
    conditions: conditions,
    runs: [Samples.run(minutesAgo: 4, .exited(status: 1))]
  )

  private static let transfers = [
    Samples.transfer(
      .failed,
      lastError: .httpStatus,
      blockers: conditions,
      label: "file",
      detail: TransferDetail(path: "/home/ada/file", mimeType: "text/plain", cause: "answered 404")
    ),
    Samples.transfer(number: 13, .waiting, .upload, blockers: conditions, source: "/home/ada/x"),
    Samples.moving, Samples.complete,
  ]

  private static let notices = [
    NotificationRow(
      app: app.app,
      isDelivered: true,
      notification: LocalNotification(
        identifier: "n1",
        content: NotificationContent(title: "Mail", subtitle: "Inbox", body: "Hello"),
        trigger: nil
      )
    )
  ]

  private static let accessory = Accessory(
    name: "Gauge",
    protocols: ["com.example.gauge"],
    devicePath: "/dev/ttyUSB0",
    vendor: "0403",
    product: "6001",
    serialNumber: "S1"
  )

  private static let capability = Capability(name: "paging", isAvailable: true, text: "there")
}
