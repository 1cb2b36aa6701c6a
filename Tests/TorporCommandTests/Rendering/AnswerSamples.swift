import TorporModel
import TorporWire

@testable import torpor

/// One answer of each kind that is rendered, with every text of it set.
enum AnswerSamples {
  static func all(_ style: Style) -> [ForeignTextTests.Sample] {
    [
      .init(Control.List.Reply(apps: [app])) { reply in
        AppList.lines(reply.apps, at: Samples.now, style)
          + ExemptionList.lines(reply.apps, Samples.clock, style)
      },
      .init(Control.Why.Reply(app: app, decisions: decisions)) { reply in
        Explanation.lines(reply.app, work: [work], reply.decisions, Samples.clock, style)
      },
      .init(Control.ListActivities.Reply(activities: [work])) { reply in
        reply.activities.flatMap {
          ActivityExplanation.lines($0, Samples.clock, style)
            + ActivityExplanation.summary($0, Samples.clock)
        }
      },
      .init(Control.Log.Reply(decisions: decisions)) { reply in
        reply.decisions.map { DecisionLog.line($0, Samples.clock) }
      },
      .init(Control.Diagnose.Reply(answers: [diagnosis])) { reply in
        reply.answers.flatMap { DiagnosisText.lines($0, Samples.clock, style) }
          + DiagnosisText.section(reply.answers, of: "x", style)
      },
      .init(Control.ListJobs.Reply(jobs: [job])) { reply in
        JobList.lines(reply.jobs, Samples.clock, style, showsAll: true, userID: 0)
          + reply.jobs.flatMap {
            JobExplanation.lines($0, Samples.clock, style)
              + JobAnnouncement.lines($0, Samples.clock)
          }
      },
      .init(Control.ListTransfers.Reply(transfers: transfers)) { reply in
        transferLines(reply.transfers, style)
      },
      .init(Control.ListNotifications.Reply(notifications: notices)) { reply in
        NotificationList.lines(reply.notifications, Samples.clock, style)
      },
      .init(Control.ListAccessories.Reply(accessories: [accessory])) { reply in
        AccessoryList.lines(reply.accessories, style)
      },
      .init(Control.GetCapabilities.Reply(capabilities: [capability])) { reply in
        var report = DoctorReport()
        for one in reply.capabilities { report.add(.good, one.name, one.text) }
        return report.lines(style)
      },
      .init(Control.Push.Reply(app: app.app, isVisible: true, decisions: decisions)) { reply in
        PushText.lines(
          reply.app,
          isVisible: reply.isVisible,
          reply.decisions.map(\.decision),
          Samples.clock
        )
      },
    ]
  }

  private static func transferLines(_ rows: [TransferRow], _ style: Style) -> [String] {
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
