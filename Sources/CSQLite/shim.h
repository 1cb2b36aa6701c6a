#include <sqlite3.h>

/// Whether closing the last connection leaves the write-ahead log as it is; a call of variable arguments,
/// which Swift cannot make.
static inline int torpor_sqlite_leave_log(sqlite3 *database, int leaves) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *)0);
}
