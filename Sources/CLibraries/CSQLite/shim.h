#pragma once
#include <sqlite3.h>

// Swift cannot call functions with variable arguments, nor see macros that cast. Each line below is one such.
static inline int fs_sqlite_bind_blob(sqlite3_stmt *s, int at, const void *bytes, int count) { return count == 0 ? sqlite3_bind_zeroblob(s, at, 0) : sqlite3_bind_blob(s, at, bytes, count, SQLITE_TRANSIENT); }
static inline int fs_sqlite_bind_text(sqlite3_stmt *s, int at, const char *text, int count) { return sqlite3_bind_text(s, at, text, count, SQLITE_TRANSIENT); }
static inline int fs_sqlite_keep_log_on_close(sqlite3 *db) { return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0); }
static inline int fs_sqlite_keep_log_file(sqlite3 *db) { int on = 1; return sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &on); }
