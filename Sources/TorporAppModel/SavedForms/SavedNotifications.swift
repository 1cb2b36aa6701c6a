// Written by scripts/generate-saved; edit the declarations and run it again.

extension LocalNotification {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("content")
    content.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    if let trigger {
      writer.key("trigger")
      trigger.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("content")
    content = try NotificationContent(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    trigger = try reader.hasKey("trigger") ? NotificationTrigger(from: &reader) : nil
    try reader.endObject()
  }
}

extension NotificationContent {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let badge {
      writer.key("badge")
      badge.write(to: &writer)
    }
    writer.key("body")
    body.write(to: &writer)
    if let category {
      writer.key("category")
      category.write(to: &writer)
    }
    writer.key("level")
    level.write(to: &writer)
    writer.key("sound")
    sound.write(to: &writer)
    writer.key("subtitle")
    subtitle.write(to: &writer)
    writer.key("title")
    title.write(to: &writer)
    if let userInfoJSON {
      writer.key("userInfo")
      userInfoJSON.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    badge = try reader.hasKey("badge") ? Int(from: &reader) : nil
    try reader.key("body")
    body = try String(from: &reader)
    category = try reader.hasKey("category") ? String(from: &reader) : nil
    try reader.key("level")
    level = try InterruptionLevel(from: &reader)
    try reader.key("sound")
    sound = try NotificationSound(from: &reader)
    try reader.key("subtitle")
    subtitle = try String(from: &reader)
    try reader.key("title")
    title = try String(from: &reader)
    userInfoJSON = try reader.hasKey("userInfo") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension NotificationSound {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .none: writer.write(case: "none")
    case .standard: writer.write(case: "standard")
    case .named(let _0):
      writer.beginCase("named")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("none") {
      self = .none
    } else if reader.beginCase("standard") {
      self = .standard
    } else if reader.beginCase("named") {
      try reader.key("_0")
      let _0 = try String(from: &reader)
      self = .named(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension NotificationTrigger {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .interval(let _0, let repeats):
      writer.beginCase("interval")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("repeats")
      repeats.write(to: &writer)
      writer.endCase()
    case .calendar(let _0, let repeats):
      writer.beginCase("calendar")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("repeats")
      repeats.write(to: &writer)
      writer.endCase()
    case .region(let _0, let repeats):
      writer.beginCase("region")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("repeats")
      repeats.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("interval") {
      try reader.key("_0")
      let _0 = try Duration(from: &reader)
      try reader.key("repeats")
      let repeats = try Bool(from: &reader)
      self = .interval(_0, repeats: repeats)
    } else if reader.beginCase("calendar") {
      try reader.key("_0")
      let _0 = try CalendarMatch(from: &reader)
      try reader.key("repeats")
      let repeats = try Bool(from: &reader)
      self = .calendar(_0, repeats: repeats)
    } else if reader.beginCase("region") {
      try reader.key("_0")
      let _0 = try CircularRegion(from: &reader)
      try reader.key("repeats")
      let repeats = try Bool(from: &reader)
      self = .region(_0, repeats: repeats)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension CalendarMatch {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let day {
      writer.key("day")
      day.write(to: &writer)
    }
    if let hour {
      writer.key("hour")
      hour.write(to: &writer)
    }
    if let minute {
      writer.key("minute")
      minute.write(to: &writer)
    }
    if let month {
      writer.key("month")
      month.write(to: &writer)
    }
    if let second {
      writer.key("second")
      second.write(to: &writer)
    }
    if let weekday {
      writer.key("weekday")
      weekday.write(to: &writer)
    }
    if let year {
      writer.key("year")
      year.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    day = try reader.hasKey("day") ? Int(from: &reader) : nil
    hour = try reader.hasKey("hour") ? Int(from: &reader) : nil
    minute = try reader.hasKey("minute") ? Int(from: &reader) : nil
    month = try reader.hasKey("month") ? Int(from: &reader) : nil
    second = try reader.hasKey("second") ? Int(from: &reader) : nil
    weekday = try reader.hasKey("weekday") ? Int(from: &reader) : nil
    year = try reader.hasKey("year") ? Int(from: &reader) : nil
    try reader.endObject()
  }
}

extension NotificationCategory {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("actions")
    actions.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("tellsOfDismissal")
    tellsOfDismissal.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("actions")
    actions = try [NotificationAction](from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("tellsOfDismissal")
    tellsOfDismissal = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension NotificationAction {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("isDestructive")
    isDestructive.write(to: &writer)
    writer.key("needsAuthentication")
    needsAuthentication.write(to: &writer)
    writer.key("opensApp")
    opensApp.write(to: &writer)
    writer.key("takesText")
    takesText.write(to: &writer)
    writer.key("title")
    title.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("isDestructive")
    isDestructive = try Bool(from: &reader)
    try reader.key("needsAuthentication")
    needsAuthentication = try Bool(from: &reader)
    try reader.key("opensApp")
    opensApp = try Bool(from: &reader)
    try reader.key("takesText")
    takesText = try Bool(from: &reader)
    try reader.key("title")
    title = try String(from: &reader)
    try reader.endObject()
  }
}

extension NotificationResponse {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("action")
    action.write(to: &writer)
    writer.key("notification")
    notification.write(to: &writer)
    if let text {
      writer.key("text")
      text.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("action")
    action = try String(from: &reader)
    try reader.key("notification")
    notification = try String(from: &reader)
    text = try reader.hasKey("text") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension NotificationCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didReceiveLocal(let _0):
      writer.beginCase("didReceiveLocal")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .willPresent(let _0):
      writer.beginCase("willPresent")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didReceiveResponse(let _0):
      writer.beginCase("didReceiveResponse")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didReceiveLocal") {
      try reader.key("_0")
      let _0 = try LocalNotification(from: &reader)
      self = .didReceiveLocal(_0)
    } else if reader.beginCase("willPresent") {
      try reader.key("_0")
      let _0 = try LocalNotification(from: &reader)
      self = .willPresent(_0)
    } else if reader.beginCase("didReceiveResponse") {
      try reader.key("_0")
      let _0 = try NotificationResponse(from: &reader)
      self = .didReceiveResponse(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
