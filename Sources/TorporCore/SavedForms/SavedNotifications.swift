// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension DeliveredNotification {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let answer {
      writer.key("answer")
      answer.write(to: &writer)
    }
    writer.key("app")
    app.write(to: &writer)
    writer.key("dueAt")
    dueAt.write(to: &writer)
    writer.key("notification")
    notification.write(to: &writer)
    if let payload {
      writer.key("payload")
      payload.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    answer = try reader.hasKey("answer") ? NotificationResponse(from: &reader) : nil
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("dueAt")
    dueAt = try Instant(from: &reader)
    try reader.key("notification")
    notification = try LocalNotification(from: &reader)
    payload = try reader.hasKey("payload") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension PendingPresentation {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("notice")
    notice.write(to: &writer)
    writer.key("token")
    token.write(to: &writer)
    writer.key("until")
    until.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("notice")
    notice = try DeliveredNotification(from: &reader)
    try reader.key("token")
    token = try CallbackToken(from: &reader)
    try reader.key("until")
    until = try Instant(from: &reader)
    try reader.endObject()
  }
}
