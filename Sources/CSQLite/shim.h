#include <sqlite3.h>

/// Whether closing the last connection leaves the write-ahead log as it is; a call of variable arguments,
/// which Swift cannot make.
static inline int torpor_sqlite_leave_log(sqlite3 *database, int leaves) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *)0);
}

/// Reads the first bytes of the database, or of its write-ahead log, as the connection has it open; what the file
/// lacks is read as zeros.
///
/// A file that the process opens and closes a second time loses SQLite's locks on it, for POSIX gives up all of a process.
static inline int torpor_sqlite_read_head(sqlite3 *database, int of_log, void *bytes, int count) {
  sqlite3_file *file = 0;
  int which = of_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER;
  int code = sqlite3_file_control(database, "main", which, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, count, 0);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}
