/// The forms in which a journal has been written, counted up from the first one.
///
/// One number covers the tables of the file and the bytes of its records. The file has the number of its
/// tables; each record has the number that it was written in, which decides how it is read. Whatever
/// changes what is saved, even by one optional member, raises `current` (decision 0026). Where the records or the
/// tables of the format before cannot be read as they are, it adds a step to `JournalMigration` or to
/// `JournalSchema`.
package enum JournalFormat {
  /// What this build writes.
  package static let current = 15
  /// The oldest that this build reads; 1 and 2 were in use for a few hours of the first day.
  package static let oldest = 3
  /// Those that this build reads and does not write.
  package static var earlier: Range<Int> { oldest..<current }
}
