import type { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "../log/logger.js";

export interface PoolSettings {
  /** postgres://… of the service's own role and database. */
  connectionString: string;
  /** Most connections at a time. */
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  log: Logger;
  /** Longest run of one statement in milliseconds; default 15,000. */
  statementTimeout?: number;
  /** Longest wait for a free connection in milliseconds; default 5,000. */
  connectionTimeout?: number;
}

// The server ends a statement whose client went away within a second; compiling plans costs more than our statements take.
const session = "-c TimeZone=UTC -c client_connection_check_interval=1000 -c jit=off";

/**
 * The service's one connection pool, shared by Prisma (`prismaAdapter(pool)`) and the lean reader.
 * Sessions run in UTC. A lost connection is logged and replaced, and never ends the process.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const url = new URL(settings.connectionString);
  // pg lets the address win over the settings beside it.
  url.searchParams.set("options", [url.searchParams.get("options"), session].filter(Boolean).join(" "));
  const statementTimeout = settings.statementTimeout ?? 15_000;
  const pool = new pg.Pool({
    connectionString: url.toString(),
    max: settings.max,
    application_name: settings.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: settings.connectionTimeout ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
  });
  // An idle client's loss is an event of the pool, a busy one's an event of the client; without a listener either ends the process.
  pool.on("error", (error) => settings.log.warn({ err: { message: error.message } }, "an idle database connection was lost"));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    breakOffSilence(client, statementTimeout + 2_000);
  });
  return pool;
}

/** So often is looked, within the time that an answer may take, whether anything was said. */
const looks = 4;

/**
 * Ends a connection on which a statement is answered with nothing, long after the server would have ended it: the server hangs, or the
 * connection leads nowhere any more. Whoever waits for it, a transaction too, would else wait and keep it for as long as TCP hopes.
 * Not by the socket's own timeout: where several are over at once Node calls one that began anew, by a statement sent just then.
 */
function breakOffSilence(client: pg.PoolClient, milliseconds: number): void {
  const stream = client.connection.stream as Socket;
  let [known, silent] = [0, 0];
  const look = () => {
    const { readyForQuery } = client as pg.PoolClient & { readyForQuery: boolean };
    const said = stream.bytesRead + stream.bytesWritten;
    silent = readyForQuery || said !== known ? 0 : silent + 1;
    known = said;
    if (silent === looks) stream.destroy(new Error(`The database gave no answer within ${milliseconds} ms.`));
  };
  const looking = setInterval(look, milliseconds / looks).unref();
  stream.once("close", () => clearInterval(looking));
}

/**
 * Refuses a database on which the product would not be safe or would sort wrongly.
 * Throws an Error when the role bypasses row-level security, or the database is not UTF8 with builtin C.UTF-8 (architecture.md, facts).
 */
export async function assertDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{
    role: string;
    bypasses: boolean;
    name: string;
    encoding: string;
    provider: string;
    locale: string | null;
  }>(
    `SELECT current_user AS role, r.rolsuper OR r.rolbypassrls AS bypasses, d.datname AS name,
            pg_encoding_to_char(d.encoding) AS encoding, d.datlocprovider AS provider, d.datlocale AS locale
       FROM pg_database d, pg_roles r WHERE d.datname = current_database() AND r.rolname = current_user`,
  );
  const found = rows[0];
  if (!found) throw new Error("The database did not tell its own role and locale.");
  if (found.bypasses) {
    throw new Error(
      `The role "${found.role}" bypasses row-level security, which keeps workspaces apart. Use a role that is NOSUPERUSER NOBYPASSRLS and owns the database.`,
    );
  }
  if (found.encoding !== "UTF8" || found.provider !== "b" || found.locale !== "C.UTF-8") {
    throw new Error(
      `The database "${found.name}" has the wrong encoding or locale. Create it with: CREATE DATABASE … TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
    );
  }
}
