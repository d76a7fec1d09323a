/** One string per version, only ever appended to. `PRAGMA user_version` counts how many have run. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE plugins (
    id TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- folder name below <store>/<id>/
    folder TEXT NOT NULL,
    source TEXT NOT NULL,
    description TEXT NOT NULL,
    installed_at INTEGER NOT NULL
  ) STRICT;

  -- What a person agreed to, for one exact version: an enabled plugin without a grant for its digest does not run.
  CREATE TABLE grants (
    plugin_id TEXT NOT NULL REFERENCES plugins(id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    permissions TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (plugin_id, digest)
  ) STRICT;

  CREATE TABLE plugin_config (
    plugin_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_update ON sessions(updated_at DESC);

  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- the entry without its tool calls' outcome, as JSON
    content TEXT NOT NULL,
    -- plain text for the search
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (session_id, seq)
  ) STRICT;

  CREATE TABLE tool_calls (
    message_id TEXT NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    call_id TEXT NOT NULL,
    key TEXT NOT NULL,
    hidden INTEGER NOT NULL,
    arguments TEXT NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    error TEXT,
    ms INTEGER,
    PRIMARY KEY (message_id, call_id)
  ) STRICT;

  -- S14: a skill loads once per session, and never after the model has read it itself.
  CREATE TABLE session_skills (
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    skill TEXT NOT NULL,
    how TEXT NOT NULL,
    PRIMARY KEY (session_id, skill)
  ) STRICT;

  -- The process a turn runs in; a row whose process is gone marks a turn that was cut (S26).
  CREATE TABLE running_turns (
    session_id TEXT PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
    pid INTEGER NOT NULL,
    -- ms since the epoch of its last sign of life
    beat INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- A deleted session can be brought back until the next start (sessions.restore).
  ALTER TABLE sessions ADD COLUMN deleted_at INTEGER;
  `,
  `
  -- S28: null works in the default folder.
  ALTER TABLE sessions ADD COLUMN workspace TEXT;
  CREATE TABLE recent_workspaces (
    path TEXT PRIMARY KEY,
    used_at INTEGER NOT NULL
  ) STRICT;
  `,
];
