import TorporModel

/// Where a piece of background work stands, as it stands on the wire.
struct ActivityMessage: Codable {
  var app: AppIdentifier?
  var activity: ActivityNameMessage
  var type: TaskType?
  var submittedMicroseconds: Int64
  var earliestMicroseconds: Int64?
  var latestMicroseconds: Int64?
  var isRunning: Bool
  var conditions: [ConditionMessage]
  var blocked: [BlockedTimeMessage]
  var forecast: ForecastMessage

  init(_ status: ActivityStatus) {
    app = status.app
    activity = ActivityNameMessage(status.activity)
    type = status.type
    submittedMicroseconds = status.submittedAt.microseconds
    earliestMicroseconds = status.earliest?.microseconds
    latestMicroseconds = status.latest?.microseconds
    isRunning = status.isRunning
    conditions = status.conditions.map(ConditionMessage.init)
    blocked = status.blocked.map(BlockedTimeMessage.init)
    forecast = ForecastMessage(status.forecast)
  }

  var status: ActivityStatus {
    ActivityStatus(
      app: app,
      activity: activity.activity,
      type: type,
      submittedAt: Instant(microseconds: submittedMicroseconds),
      earliest: earliestMicroseconds.map(Instant.init(microseconds:)),
      latest: latestMicroseconds.map(Instant.init(microseconds:)),
      isRunning: isRunning,
      conditions: conditions.map(\.condition),
      blocked: blocked.map(\.blocked),
      forecast: forecast.forecast
    )
  }
}

/// Which work it is: `{"task": "com.example.mail.refresh"}`, `{"fetch": true}` or `{"job": "3"}`.
struct ActivityNameMessage: Codable {
  let activity: Activity

  private enum CodingKeys: CodingKey { case task, fetch, job, transfer }

  init(_ activity: Activity) { self.activity = activity }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let identifier = try container.decodeIfPresent(String.self, forKey: .task) {
      activity = .task(identifier: identifier)
    } else if try container.decodeIfPresent(Bool.self, forKey: .fetch) == true {
      activity = .fetch
    } else if let transfer = try container.decodeIfPresent(
      IdentifierText<TransferIdentifier>.self,
      forKey: .transfer
    ) {
      activity = .transfer(transfer.identifier)
    } else {
      let job = try container.decode(IdentifierText<JobIdentifier>.self, forKey: .job)
      activity = .job(job.identifier)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch activity {
    case .task(let identifier): try container.encode(identifier, forKey: .task)
    case .fetch: try container.encode(true, forKey: .fetch)
    case .job(let job): try container.encode(IdentifierText(job), forKey: .job)
    case .transfer(let transfer): try container.encode(IdentifierText(transfer), forKey: .transfer)
    }
  }
}

/// How long one condition has stood in the way, as it stands on the wire.
struct BlockedTimeMessage: Codable {
  var reason: Reason
  var totalMicroseconds: Int64

  init(_ blocked: BlockedTime) {
    reason = blocked.reason
    totalMicroseconds = blocked.total.microseconds
  }

  var blocked: BlockedTime {
    BlockedTime(reason: reason, total: Duration(wireMicroseconds: totalMicroseconds))
  }
}

/// When something will plausibly run, as it stands on the wire.
struct ForecastMessage: Codable {
  var atMicroseconds: Int64?
  var needs: [Reason]

  init(_ forecast: Forecast) {
    atMicroseconds = forecast.at?.microseconds
    needs = forecast.needs
  }

  var forecast: Forecast {
    Forecast(at: atMicroseconds.map(Instant.init(microseconds:)), needs: needs)
  }
}
