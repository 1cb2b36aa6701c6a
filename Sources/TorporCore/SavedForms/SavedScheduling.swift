// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppWork {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("cooperation")
    cooperation.write(to: &writer)
    writer.key("dailyRuns")
    dailyRuns.write(to: &writer)
    writer.key("fetch")
    fetch.write(to: &writer)
    if let savedLastIssueAt {
      writer.key("lastIssueAt")
      savedLastIssueAt.write(to: &writer)
    }
    if let lastProcessingAt {
      writer.key("lastProcessingAt")
      lastProcessingAt.write(to: &writer)
    }
    if let lastRefreshAt {
      writer.key("lastRefreshAt")
      lastRefreshAt.write(to: &writer)
    }
    writer.key("lengths")
    lengths.write(to: &writer)
    writer.key("needsReview")
    needsReview.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.key("planned")
    planned.write(to: &writer)
    writer.key("refused")
    refused.write(to: &writer)
    writer.key("requests")
    requests.write(to: &writer)
    writer.key("resumeLimiter")
    resumeLimiter.write(to: &writer)
    writer.key("running")
    running.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("cooperation")
    cooperation = try Cooperation(from: &reader)
    try reader.key("dailyRuns")
    dailyRuns = try DailyRuns(from: &reader)
    try reader.key("fetch")
    fetch = try FetchState(from: &reader)
    savedLastIssueAt = try reader.hasKey("lastIssueAt") ? Instant(from: &reader) : nil
    lastProcessingAt = try reader.hasKey("lastProcessingAt") ? Instant(from: &reader) : nil
    lastRefreshAt = try reader.hasKey("lastRefreshAt") ? Instant(from: &reader) : nil
    try reader.key("lengths")
    lengths = try TaskLengths(from: &reader)
    try reader.key("needsReview")
    needsReview = try Bool(from: &reader)
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.key("planned")
    planned = try [UInt64](from: &reader)
    try reader.key("refused")
    refused = try RefusedRequests(from: &reader)
    try reader.key("requests")
    requests = try TaskRequests(from: &reader)
    try reader.key("resumeLimiter")
    resumeLimiter = try ResumeRateLimiter(from: &reader)
    try reader.key("running")
    running = try RunningTasks(from: &reader)
    try reader.endObject()
  }
}

extension PendingRequest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("earliest")
    earliest.write(to: &writer)
    writer.key("isDue")
    isDue.write(to: &writer)
    writer.key("latest")
    latest.write(to: &writer)
    writer.key("log")
    log.write(to: &writer)
    writer.key("number")
    number.write(to: &writer)
    if let planned {
      writer.key("planned")
      planned.write(to: &writer)
    }
    writer.key("request")
    request.write(to: &writer)
    writer.key("submittedAt")
    submittedAt.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("earliest")
    earliest = try Instant(from: &reader)
    try reader.key("isDue")
    isDue = try Bool(from: &reader)
    try reader.key("latest")
    latest = try Instant(from: &reader)
    try reader.key("log")
    log = try WaitingLog(from: &reader)
    try reader.key("number")
    number = try UInt64(from: &reader)
    planned = try reader.hasKey("planned") ? PlannedSpan(from: &reader) : nil
    try reader.key("request")
    request = try TaskRequest(from: &reader)
    try reader.key("submittedAt")
    submittedAt = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension ProgressNotice {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isClosed")
    isClosed.write(to: &writer)
    writer.key("percent")
    percent.write(to: &writer)
    writer.key("shownAt")
    shownAt.write(to: &writer)
    writer.key("subtitle")
    subtitle.write(to: &writer)
    writer.key("title")
    title.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isClosed")
    isClosed = try Bool(from: &reader)
    try reader.key("percent")
    percent = try Int(from: &reader)
    try reader.key("shownAt")
    shownAt = try Instant(from: &reader)
    try reader.key("subtitle")
    subtitle = try String(from: &reader)
    try reader.key("title")
    title = try String(from: &reader)
    try reader.endObject()
  }
}

extension RefusedRequests.Refused {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("conditions")
    conditions.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    if let type {
      writer.key("type")
      type.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("conditions")
    conditions = try [Condition](from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    type = try reader.hasKey("type") ? TaskType(from: &reader) : nil
    try reader.endObject()
  }
}

extension RunningTask.Progress {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isWatched")
    isWatched.write(to: &writer)
    writer.key("movedAt")
    movedAt.write(to: &writer)
    if let notice {
      writer.key("notice")
      notice.write(to: &writer)
    }
    writer.key("permille")
    permille.write(to: &writer)
    writer.key("subtitle")
    subtitle.write(to: &writer)
    writer.key("title")
    title.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isWatched")
    isWatched = try Bool(from: &reader)
    try reader.key("movedAt")
    movedAt = try Instant(from: &reader)
    notice = try reader.hasKey("notice") ? ProgressNotice(from: &reader) : nil
    try reader.key("permille")
    permille = try Int(from: &reader)
    try reader.key("subtitle")
    subtitle = try String(from: &reader)
    try reader.key("title")
    title = try String(from: &reader)
    try reader.endObject()
  }
}

extension PlannedSpan {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("earliest")
    earliest.write(to: &writer)
    writer.key("latest")
    latest.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("earliest")
    earliest = try Instant(from: &reader)
    try reader.key("latest")
    latest = try Instant(from: &reader)
    try reader.endObject()
  }
}
