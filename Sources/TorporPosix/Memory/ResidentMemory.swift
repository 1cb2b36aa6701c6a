internal import CTorporPosix

/// What this process holds of the machine's memory.
package enum ResidentMemory {
  /// Gives back pages that hold nothing but what a file holds, and what the heap has free.
  ///
  /// A program's start touches far more of its text than its work does, and the kernel maps 64 KiB
  /// around every page that is touched. Pages that are needed again come from the page cache, 16 at
  /// a time, in under a microsecond each; a machine short of memory would take them anyway, later and
  /// one by one. Never touches a mapping with a page that was written, such as relocated data.
  package static func giveBackCleanPages() {
    _ = torpor_give_back_clean_pages()
  }
}
