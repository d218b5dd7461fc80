import type { Socket } from "node:net";
import type { Logger } from "@offergraph/shared/log/logger";
import pg from "pg";

export interface PoolSettings {
  /** postgres:// URL of the service's database, with the service's role. */
  connectionString: string;
  max: number;
  applicationName: string;
  log: Logger;
  /** Statement timeout in milliseconds; defaults to 15,000. */
  statementTimeout?: number;
  /** Timeout for getting a connection in milliseconds; defaults to 5,000. */
  connectionTimeout?: number;
}

/** Returns the maximum number of connections for slow work: `max`, but at most a third of the pool. */
export const shareOfPool = (poolSize: number, max: number): number => Math.max(1, Math.min(max, Math.floor(poolSize / 3)));

/**
 * Planner settings of each session, which the options of the connection string can override. `random_page_cost` is for data in memory or on
 * SSDs. With the default for rotating disks, a list sorts all matching rows of a large workspace, because the planner expects a workspace of
 * average size. Sequential scans are off, because a small workspace would read the rows of a large one.
 */
const plannerOptions = "-c random_page_cost=1.1 -c enable_seqscan=off";

/**
 * Options of each session. PostgreSQL checks every second if the client of a statement has disconnected. JIT is off, because JIT compilation
 * would take longer than the statements.
 */
const sessionOptions = "-c TimeZone=UTC -c client_connection_check_interval=1000 -c jit=off";

/** Adds session options to a connection string. In pg, the connection string overrides other settings. */
export function withOptions(connectionString: string, options: string, defaults = ""): string {
  const url = new URL(connectionString);
  url.searchParams.set("options", [defaults, url.searchParams.get("options"), options].filter(Boolean).join(" "));
  return url.href;
}

/** Adds the options of a service's session to a connection string. Tests and benchmarks use the same options as services. */
export const withSessionOptions = (connectionString: string): string => withOptions(connectionString, sessionOptions, plannerOptions);

/** Creates the connection pool that SQL and Prisma share. Sessions use UTC. */
export function createPool(settings: PoolSettings): pg.Pool {
  const statementTimeout = settings.statementTimeout ?? 15_000;
  const pool = new pg.Pool({
    connectionString: withSessionOptions(settings.connectionString),
    max: settings.max,
    application_name: settings.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: settings.connectionTimeout ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without error listeners, a lost connection would end the process. The pool emits errors only for idle clients.
  pool.on("error", (error) => settings.log.warn({ err: { message: error.message } }, "lost an idle database connection"));
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    watchForStalledSocket(client, statementTimeout + 2_000);
  });
  return pool;
}

/** Number of consecutive checks without network traffic after which `watchForStalledSocket` destroys a connection. */
const looks = 4;

/**
 * Destroys a connection whose statement causes no network traffic for `milliseconds`. Does not use Node's socket timeout, because Node.js
 * can fire a socket timeout that was just reset.
 */
function watchForStalledSocket(client: pg.PoolClient, milliseconds: number): void {
  const stream = client.connection.stream as Socket;
  let [known, silent] = [0, 0];
  const look = () => {
    const { readyForQuery } = client as pg.PoolClient & { readyForQuery: boolean };
    const said = stream.bytesRead + stream.bytesWritten;
    silent = readyForQuery || said !== known ? 0 : silent + 1;
    known = said;
    if (silent === looks) stream.destroy(new Error(`The database did not respond within ${milliseconds} ms.`));
  };
  const looking = setInterval(look, milliseconds / looks).unref();
  stream.once("close", () => clearInterval(looking));
}

/**
 * Throws an Error if the role bypasses row-level security, if the database has the wrong encoding or locale, or if PUBLIC can connect to
 * the database. The views in the workspace service's database show the keys of all workspaces to each role that can connect.
 */
export async function assertDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{
    role: string;
    bypasses: boolean;
    name: string;
    encoding: string;
    provider: string;
    locale: string | null;
    public: boolean;
  }>(
    `SELECT current_user AS role, r.rolsuper OR r.rolbypassrls AS bypasses, d.datname AS name,
            pg_encoding_to_char(d.encoding) AS encoding, d.datlocprovider AS provider, d.datlocale AS locale,
            has_database_privilege('public', d.oid, 'CONNECT') AS public
       FROM pg_database d, pg_roles r WHERE d.datname = current_database() AND r.rolname = current_user`,
  );
  const found = rows[0];
  if (!found) throw new Error("Invariant violated: pg_database or pg_roles has no row for the current database or role.");
  if (found.bypasses) {
    throw new Error(
      `The role "${found.role}" bypasses row-level security, which isolates workspaces. Use a role that owns the database and has the attributes NOSUPERUSER and NOBYPASSRLS.`,
    );
  }
  if (found.encoding !== "UTF8" || found.provider !== "b" || found.locale !== "C.UTF-8") {
    throw new Error(
      `The database "${found.name}" has the wrong encoding or locale. Create a new database with: CREATE DATABASE … TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
    );
  }
  if (found.public) {
    throw new Error(
      `Any role can connect to the database "${found.name}", because PUBLIC has the privilege CONNECT. Only the service's role may connect, and in the database of the workspace service also the gateway's role. Grant CONNECT to the gateway's role and to other roles that need it, for example for backups. Then run: REVOKE ALL ON DATABASE ${pg.escapeIdentifier(found.name)} FROM PUBLIC`,
    );
  }
}
