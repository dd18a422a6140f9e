//! The tables in PostgreSQL, as a list of steps forward. They are in a separate schema, so that they disturb nothing
//! else.

/// Version `i + 1` is made from version `i` by entry `i`. Never edit, remove or reorder an entry that was released: add one.
pub(super) const MIGRATIONS: &[&str] = &[V1, V2, V3, V4];

/// Table with the version, made before the first step.
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

/// Links as hashes; tables that were connected long ago are forgotten by the clock of the database.
const V3: &str = "
    CREATE TABLE open_link (
        kind    text NOT NULL,
        hash    bytea NOT NULL,
        made_ms bigint NOT NULL,
        PRIMARY KEY (kind, hash)
    );
    INSERT INTO open_link (kind, hash, made_ms)
        SELECT name, sha256(convert_to(replace(code, '-', ''), 'UTF8')), (extract(epoch FROM now()) * 1000)::bigint
        FROM link;
    DROP TABLE link;
    CREATE INDEX place_heard ON place (heard);
";

/// The log belongs to a role without a login, so that the writing role cannot take its trigger away; if the database
/// gives no such role, it stays as it was.
const V4: &str = "
    DO $$
    DECLARE writer name := current_user;
    BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sixty_one_log') THEN
            CREATE ROLE sixty_one_log NOLOGIN;
        END IF;
        EXECUTE format('GRANT sixty_one_log TO %I', writer);
        GRANT USAGE, CREATE ON SCHEMA sixty_one TO sixty_one_log;
        ALTER TABLE event OWNER TO sixty_one_log;
        ALTER TABLE book OWNER TO sixty_one_log;
        ALTER FUNCTION only_added_to() OWNER TO sixty_one_log;
        EXECUTE format('GRANT SELECT, INSERT ON event, book TO %I', writer);
        REVOKE CREATE ON SCHEMA sixty_one FROM sixty_one_log;
        EXECUTE format('REVOKE sixty_one_log FROM %I', writer);
    EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
    END $$;
";

/// Lock for writing into the book, so that decisions are made on its current state.
pub(super) const BOOK_LOCK: &str = "SELECT pg_advisory_xact_lock(61, 62)";
