#include <sqlite3.h>

// sqlite3_bind_text64 of a text in UTF-8 that SQLite copies: Swift cannot express
// SQLITE_TRANSIENT. Without characters, `text` may be NULL.
static inline int sqlite3_bind_copy(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
  return sqlite3_bind_text64(
      statement, index, text ? text : "", bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Makes the end of a connection neither put the write-ahead log into the database nor remove it: Swift
// cannot call sqlite3_db_config, whose arguments vary.
static inline void sqlite3_leave_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
