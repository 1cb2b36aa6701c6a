// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension AppManifest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let accessoryProtocols {
      writer.key("accessoryProtocols")
      accessoryProtocols.write(to: &writer)
    }
    writer.key("backgroundModes")
    backgroundModes.write(to: &writer)
    writer.key("entitlements")
    entitlements.write(to: &writer)
    writer.key("exitsOnSuspend")
    exitsOnSuspend.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    if let isAdopted {
      writer.key("isAdopted")
      isAdopted.write(to: &writer)
    }
    writer.key("isCooperative")
    isCooperative.write(to: &writer)
    writer.key("isTransient")
    isTransient.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    if let ownerUserID {
      writer.key("ownerUserID")
      ownerUserID.write(to: &writer)
    }
    writer.key("permittedTaskIdentifiers")
    permittedTaskIdentifiers.write(to: &writer)
    if let savesBeforeTermination {
      writer.key("savesBeforeTermination")
      savesBeforeTermination.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    accessoryProtocols = try reader.hasKey("accessoryProtocols") ? [String](from: &reader) : nil
    try reader.key("backgroundModes")
    backgroundModes = try [BackgroundMode](from: &reader)
    try reader.key("entitlements")
    entitlements = try [String](from: &reader)
    try reader.key("exitsOnSuspend")
    exitsOnSuspend = try Bool(from: &reader)
    try reader.key("identifier")
    identifier = try AppIdentifier(from: &reader)
    isAdopted = try reader.hasKey("isAdopted") ? Bool(from: &reader) : nil
    try reader.key("isCooperative")
    isCooperative = try Bool(from: &reader)
    try reader.key("isTransient")
    isTransient = try Bool(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    ownerUserID = try reader.hasKey("ownerUserID") ? UInt32(from: &reader) : nil
    try reader.key("permittedTaskIdentifiers")
    permittedTaskIdentifiers = try [String](from: &reader)
    savesBeforeTermination = try reader.hasKey("savesBeforeTermination") ? Bool(from: &reader) : nil
    try reader.endObject()
  }
}
