//! The tables in PostgreSQL, as a list of steps forward. They are in a schema of their own, so that they disturb nothing else.

/// Version `i + 1` is made from version `i` by entry `i`. Never edit, remove or reorder an entry that was released: add one.
pub(super) const MIGRATIONS: &[&str] = &[V1, V2];

/// Where the version stands, made before the first step.
pub(super) const BEFORE: &str = "
    CREATE SCHEMA IF NOT EXISTS sixty_one;
    SET search_path = sixty_one;
    CREATE TABLE IF NOT EXISTS version (version integer NOT NULL);
";

/// Servers that start together take their turns: `61` and `61`.
pub(super) const LOCK: &str = "SELECT pg_advisory_xact_lock(61, 61)";

const V1: &str = "
    CREATE TABLE game (
        id     bigint PRIMARY KEY,
        club   text NOT NULL,
        place  text NOT NULL,
        n      integer NOT NULL,
        hash   bytea NOT NULL,
        heard  timestamptz NOT NULL DEFAULT now(),
        result bytea
    );
    CREATE INDEX game_heard ON game (heard);
    CREATE TABLE event (
        game    bigint NOT NULL REFERENCES game,
        n       integer NOT NULL,
        act     integer NOT NULL,
        more    boolean NOT NULL,
        at_ms   bigint NOT NULL,
        version integer NOT NULL,
        kind    text NOT NULL,
        payload text NOT NULL,
        hash    bytea NOT NULL,
        PRIMARY KEY (game, n)
    );
    CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the log is only added to'; END $$;
    CREATE TRIGGER event_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON event
        FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();
    CREATE TABLE club_key (
        hash         bytea PRIMARY KEY,
        club         text NOT NULL,
        made_ms      bigint NOT NULL,
        withdrawn_ms bigint
    );
    CREATE TABLE link (name text PRIMARY KEY, code text NOT NULL);
";

/// Leagues and calls, as the folder's book has them; which tables are connected at which moment.
const V2: &str = "
    CREATE TABLE book (
        n       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at_ms   bigint NOT NULL,
        version integer NOT NULL,
        kind    text NOT NULL,
        payload text NOT NULL
    );
    CREATE TRIGGER book_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON book
        FOR EACH STATEMENT EXECUTE FUNCTION only_added_to();
    CREATE TABLE place (
        club  text NOT NULL,
        place text NOT NULL,
        heard timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (club, place)
    );
";

/// Who writes into the book takes a turn: what is decided is decided on the book as it stands.
pub(super) const BOOK_LOCK: &str = "SELECT pg_advisory_xact_lock(61, 62)";
