internal import Domain

/// The tables of a database, and the migrations of older databases to them.
///
/// People may change them with `sqlite3`: values left out of a new argument have defaults.
enum Schema {
  /// - Parameter initial: returns the boards of a new database.
  static func migrations(initial: @escaping @Sendable () -> [Board]) -> Migrations {
    Migrations(
      all: [
        Migration(identifier: "1") { try $0.execute(tables) },
        Migration(identifier: "2") { try $0.execute(posts) },
        Migration(identifier: "trash") { try $0.execute(trash) },
        Migration(identifier: "updated_by") { try $0.execute(updatedBy) },
        Migration(identifier: "topic_history") { try $0.execute(topicHistory) },
        Migration(identifier: "decision") { try $0.execute(decision) },
        Migration(identifier: "options") { database in
          try database.rebuild(
            .side, as: side, from: oldSide, defaults: ["option": "0", "newest": "0"])
          try database.rebuild(
            .argument, as: argument, from: oldArgument,
            defaults: [
              "option": "0", "weight": "1", "author": "'sqlite3'", "created": "(\(now))",
              "updated": "(\(now))",
            ])
          try database.execute(options)
        },
        Migration(identifier: "feed") { try $0.execute(feed) },
      ],
      fill: { database in
        for board in initial() { try database.insert(TopicContent(board)) }
      })
  }

  private static let tables = """
    CREATE TABLE topic (
      -- In order of creation.
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      -- Milliseconds since 1970 in UTC, as all dates.
      created INTEGER NOT NULL,
      updated INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE side (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      side TEXT NOT NULL CHECK (side IN ('pro', 'con')),
      -- The number of its newest argument, there or not.
      newest INTEGER NOT NULL DEFAULT 0,
      -- When an argument was last added, changed, moved or removed.
      updated INTEGER,
      -- The numbers of its arguments in their order, with commas; NULL if that is by number.
      arrangement TEXT,
      PRIMARY KEY (topic, side)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE argument (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      side TEXT NOT NULL CHECK (side IN ('pro', 'con')),
      number INTEGER NOT NULL CHECK (number > 0),
      text TEXT NOT NULL,
      weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 5),
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      updated INTEGER NOT NULL DEFAULT (\(now)),
      PRIMARY KEY (topic, side, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE history (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      date INTEGER NOT NULL,
      author TEXT NOT NULL,
      -- What was done, as JSON.
      event TEXT NOT NULL,
      -- The number of what it took back.
      undoes INTEGER,
      PRIMARY KEY (topic, number)
    ) STRICT, WITHOUT ROWID;
    """

  private static let posts = """
    CREATE TABLE post (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      -- Posts are in order of their ids: UUIDs of version 7, as this default makes them.
      id TEXT NOT NULL DEFAULT (
        printf('%08x-%04x-7%.3s-8%.3s-%s', \(now) >> 16, \(now) & 65535,
          lower(hex(randomblob(2))), lower(hex(randomblob(2))), lower(hex(randomblob(6))))),
      title TEXT NOT NULL,
      content TEXT NOT NULL,
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      updated INTEGER NOT NULL DEFAULT (\(now)),
      UNIQUE (topic, id)
    ) STRICT;
    """

  private static let trash = """
    CREATE TABLE trash (
      id TEXT NOT NULL PRIMARY KEY,
      -- The topic that was removed, or that of the post. The rows of a removed topic have
      -- 'trash/' and this id in place of it.
      topic TEXT NOT NULL,
      -- NULL for a topic.
      post TEXT,
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      removed INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      -- The post, as JSON.
      content TEXT
    ) STRICT;
    """

  private static let topicHistory = """
    CREATE TABLE topic_history (
      number INTEGER PRIMARY KEY,
      -- It need no longer exist.
      topic TEXT NOT NULL,
      date INTEGER NOT NULL,
      author TEXT NOT NULL,
      -- What was done to its existence, its title or its decision, as JSON.
      event TEXT NOT NULL
    ) STRICT;
    """

  /// The decision of a topic, the positions of people, and whom an argument convinces.
  private static let decision = """
    -- 1 until the topic is reopened.
    ALTER TABLE topic ADD COLUMN round INTEGER NOT NULL DEFAULT 1;
    -- The people who are asked, one name a line; NULL for everyone.
    ALTER TABLE topic ADD COLUMN asked TEXT;
    -- A number of people, or of percent: '3' or '60%'.
    ALTER TABLE topic ADD COLUMN quorum TEXT;
    ALTER TABLE topic ADD COLUMN deadline INTEGER;
    -- 1 if the daemon decides at the deadline.
    ALTER TABLE topic ADD COLUMN auto_close INTEGER NOT NULL DEFAULT 0;
    -- When it was decided or dropped; NULL while it is open.
    ALTER TABLE topic ADD COLUMN decided INTEGER;
    ALTER TABLE topic ADD COLUMN decided_by TEXT;
    -- 'yes' or 'no'; NULL if it was dropped.
    ALTER TABLE topic ADD COLUMN outcome TEXT;
    ALTER TABLE topic ADD COLUMN reason TEXT;
    -- 'person', 'override' or 'rule'; NULL for a person.
    ALTER TABLE topic ADD COLUMN authority TEXT;
    -- Identifies the title and the arguments that were decided on; NULL if they are not known.
    ALTER TABLE topic ADD COLUMN digest TEXT;

    -- The people who support it, one name a line; NULL for nobody.
    ALTER TABLE argument ADD COLUMN supporters TEXT;

    CREATE TABLE position (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      person TEXT NOT NULL,
      -- 'yes', 'no' or 'abstain'.
      choice TEXT NOT NULL,
      sentence TEXT,
      taken INTEGER NOT NULL DEFAULT (\(now)),
      PRIMARY KEY (topic, person)
    ) STRICT, WITHOUT ROWID;
    """

  /// What has happened in all topics.
  private static let feed = """
    CREATE TABLE feed (
      number INTEGER PRIMARY KEY,
      -- It need no longer exist.
      topic TEXT NOT NULL,
      date INTEGER NOT NULL,
      author TEXT NOT NULL,
      -- What was done, as JSON, without what is only needed to undo it.
      event TEXT NOT NULL
    ) STRICT;
    """

  /// The options of a topic, objections and todos; what comes with them in other tables.
  private static let options = """
    -- The number of its newest option, there or not.
    ALTER TABLE topic ADD COLUMN newest_option INTEGER NOT NULL DEFAULT 0;
    -- The number of its newest todo, there or not.
    ALTER TABLE topic ADD COLUMN newest_todo INTEGER NOT NULL DEFAULT 0;
    -- 1 if an open objection blocks the decision.
    ALTER TABLE topic ADD COLUMN objections_block INTEGER NOT NULL DEFAULT 0;
    -- 1 if those who may decide can resolve objections of others.
    ALTER TABLE topic ADD COLUMN deciders_resolve INTEGER NOT NULL DEFAULT 0;
    -- The title that the option had whose number is the outcome; NULL without such an option.
    ALTER TABLE topic ADD COLUMN outcome_title TEXT;
    -- The topic that replaces this one; NULL for none.
    ALTER TABLE topic ADD COLUMN successor TEXT;

    CREATE TABLE topic_option (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 99999999),
      -- Options are in order of their places, then of their numbers; NULL comes last.
      place INTEGER,
      title TEXT NOT NULL,
      text TEXT,
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      updated INTEGER NOT NULL DEFAULT (\(now)),
      updated_by TEXT,
      PRIMARY KEY (topic, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE objection (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      -- As for options.
      place INTEGER,
      text TEXT NOT NULL,
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      -- NULL until somebody has answered it.
      answer TEXT,
      answered_by TEXT,
      answered INTEGER,
      -- 'withdrawn' or 'resolved'; NULL while it is open.
      closing TEXT,
      closed_by TEXT,
      closed INTEGER,
      PRIMARY KEY (topic, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE todo (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number > 0),
      -- As for options.
      place INTEGER,
      text TEXT NOT NULL,
      done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)),
      -- NULL if that is open.
      assignee TEXT,
      -- A day such as '2026-12-01'; NULL for any.
      due TEXT,
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      updated INTEGER NOT NULL DEFAULT (\(now)),
      updated_by TEXT,
      PRIMARY KEY (topic, number)
    ) STRICT, WITHOUT ROWID;
    """

  private static let side = """
    (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      -- The number of an option; 0 for the topic's own board.
      option INTEGER NOT NULL DEFAULT 0,
      side TEXT NOT NULL CHECK (side IN ('pro', 'con')),
      -- The number of its newest argument, there or not.
      newest INTEGER NOT NULL DEFAULT 0,
      -- When an argument was last added, changed, moved or removed.
      updated INTEGER,
      -- The numbers of its arguments in their order, with commas; NULL if that is by number.
      arrangement TEXT,
      -- Who made the change at `updated`; NULL if that is not known.
      updated_by TEXT,
      PRIMARY KEY (topic, option, side)
    ) STRICT, WITHOUT ROWID
    """

  private static let oldSide = "topic, side, newest, updated, arrangement, updated_by"

  private static let argument = """
    (
      topic TEXT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
      -- The number of an option; 0 for the topic's own board.
      option INTEGER NOT NULL DEFAULT 0,
      side TEXT NOT NULL CHECK (side IN ('pro', 'con')),
      number INTEGER NOT NULL CHECK (number > 0),
      text TEXT NOT NULL,
      weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 5),
      author TEXT NOT NULL DEFAULT 'sqlite3',
      created INTEGER NOT NULL DEFAULT (\(now)),
      updated INTEGER NOT NULL DEFAULT (\(now)),
      -- Who made the change at `updated`; NULL if that is not known.
      updated_by TEXT,
      -- The people who support it, one name a line; NULL for nobody.
      supporters TEXT,
      -- Its comments, a JSON array of objects with id, text, author and created; NULL for none.
      comments TEXT,
      PRIMARY KEY (topic, option, side, number)
    ) STRICT, WITHOUT ROWID
    """

  private static let oldArgument =
    "topic, side, number, text, weight, author, created, updated, updated_by, supporters"

  /// Who made the change at `updated`; NULL if that is not known.
  private static let updatedBy = ["topic", "side", "argument", "post"]
    .map { "ALTER TABLE \($0) ADD COLUMN updated_by TEXT;" }.joined(separator: "\n")

  private static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
}
