// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension Restrictions {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("allApps")
    allApps.write(to: &writer)
    writer.key("apps")
    apps.write(to: &writer)
    writer.key("device")
    device.write(to: &writer)
    writer.key("file")
    file.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("allApps")
    allApps = try [AppSetting](from: &reader)
    try reader.key("apps")
    apps = try [Restrictions.OfApp](from: &reader)
    try reader.key("device")
    device = try [Setting](from: &reader)
    try reader.key("file")
    file = try String(from: &reader)
    try reader.endObject()
  }
}

extension Restrictions.OfApp {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("settings")
    settings.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("settings")
    settings = try [AppSetting](from: &reader)
    try reader.endObject()
  }
}

extension OwnSettings {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("settings")
    settings.write(to: &writer)
    writer.key("undecided")
    undecided.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("settings")
    settings = try [AppSetting](from: &reader)
    try reader.key("undecided")
    undecided = try [Permission](from: &reader)
    try reader.endObject()
  }
}
