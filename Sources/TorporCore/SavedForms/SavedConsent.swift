// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppConsent {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("asked")
    asked.write(to: &writer)
    writer.key("hasAnsweredAlways")
    hasAnsweredAlways.write(to: &writer)
    writer.key("hasProvisionalAlways")
    hasProvisionalAlways.write(to: &writer)
    writer.key("hasProvisionalNotifications")
    hasProvisionalNotifications.write(to: &writer)
    writer.key("isAskedForAlways")
    isAskedForAlways.write(to: &writer)
    writer.key("isLocationForOnce")
    isLocationForOnce.write(to: &writer)
    writer.key("undecided")
    undecided.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("asked")
    asked = try [Permission](from: &reader)
    try reader.key("hasAnsweredAlways")
    hasAnsweredAlways = try Bool(from: &reader)
    try reader.key("hasProvisionalAlways")
    hasProvisionalAlways = try Bool(from: &reader)
    try reader.key("hasProvisionalNotifications")
    hasProvisionalNotifications = try Bool(from: &reader)
    try reader.key("isAskedForAlways")
    isAskedForAlways = try Bool(from: &reader)
    try reader.key("isLocationForOnce")
    isLocationForOnce = try Bool(from: &reader)
    try reader.key("undecided")
    undecided = try [Permission](from: &reader)
    try reader.endObject()
  }
}
