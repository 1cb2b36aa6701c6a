import Testing
import TorporModel

@testable import TorporWire

@Suite("The rows that the daemon answers programs with")
struct ControlGoldenTests {
  private static let activities: [Activity] = [
    .task(identifier: "a.b"), .fetch, .job(JobIdentifier(rawValue: 3)), .transfer(Samples.transfer),
  ]

  @Test("are byte for byte what they were")
  func bytes() throws {
    var lines: [String] = []
    func add(_ parameters: JSON) {
      lines.append(
        String(decoding: VarlinkReply(parameters: parameters).bytes.dropLast(), as: UTF8.self)
      )
    }
    let rows: Set<ControlInterface.Method> = [
      .list, .why, .log, .listActivities, .diagnose, .listTransfers, .listJobs, .wait,
    ]
    for (method, reply) in ControlReplyTests.all where rows.contains(method) {
      add(reply.parameters)
    }
    var job = Samples.job
    (job.launch, job.failedBefore, job.failureRun, job.conditions) = (nil, nil, nil, [])
    job.request = JobRequest(command: "make")
    add(Control.ListJobs.Reply(jobs: [job]).parameters)
    for activity in Self.activities {
      let decision = Decision(at: .zero, app: nil, action: .run(activity), because: [])
      let logged = LoggedDecision(sequence: 1, wallMicroseconds: 0, decision: decision)
      add(Control.Log.Reply(decisions: [logged]).parameters)
    }
    for notification in Samples.notifications {
      let row = NotificationRow(
        app: Samples.mail,
        isDelivered: true,
        isShown: true,
        due: .zero,
        notification: notification
      )
      add(Control.ListNotifications.Reply(notifications: [row], next: 2).parameters)
    }
    let pump = Accessory(name: "pump", isSimulated: true)
    add(Control.ListAccessories.Reply(accessories: [Samples.printer, pump]).parameters)
    let calls = TransferControlTests.all + ServiceControlTests.all
    for call in calls {
      lines.append(String(decoding: call.call.varlinkCall.bytes.dropLast(), as: UTF8.self))
    }
    let missing = try Golden.messages("control-messages", missingIn: lines)
    #expect(missing == [])
  }
}
