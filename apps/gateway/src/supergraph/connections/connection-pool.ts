import { Connection, type Receiver } from "./connection.js";

/** Request that a connection sends as soon as possible. */
export interface Job extends Receiver {
  readonly request: Buffer;
  /** The connection that sends the request. Undefined while the request waits for a connection. */
  connection: Connection | undefined;
}

/** Keep-alive connections to one server. If all connections are in use, requests wait in the order of their arrival. */
export class ConnectionPool {
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  readonly #waiting = new Set<Job>();
  #onDrained: (() => void) | undefined;

  constructor(
    readonly url: URL,
    readonly maxConnections: number,
    readonly maxBytes: number,
  ) {}

  send(job: Job): void {
    const connection = this.#onDrained ? undefined : this.#acquire();
    if (connection) start(job, connection);
    else this.#waiting.add(job);
  }

  /** Aborts a request. Closes the request's connection, because the next request could otherwise receive the aborted request's response. */
  abort(job: Job, error: Error): void {
    if (job.connection) job.connection.close(error);
    else if (this.#waiting.delete(job)) job.onError(error);
  }

  /** Closes the idle connections. Waits for the responses to all requests. */
  async close(): Promise<void> {
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    for (const connection of this.#idle.splice(0)) connection.close();
    if (this.#open.size === 0) this.#onDrained?.();
    await drained;
  }

  #acquire(): Connection | undefined {
    const now = Date.now();
    // Prefers the most recently used connection, so that the pool shrinks after a peak.
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.isUsable(now)) return idle;
      idle.close();
    }
    return this.#open.size < this.maxConnections ? this.#connect() : undefined;
  }

  #connect(): Connection {
    const connection = new Connection(
      this.url,
      this.maxBytes,
      (free) => this.#release(free),
      (closed) => this.#remove(closed),
    );
    this.#open.add(connection);
    return connection;
  }

  #release(connection: Connection): void {
    const next = this.#next();
    if (next) start(next, connection);
    else if (this.#onDrained) connection.close();
    else this.#idle.push(connection);
  }

  #remove(connection: Connection): void {
    this.#open.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    const next = this.#next();
    if (next) start(next, this.#connect());
    else if (this.#open.size === 0) this.#onDrained?.();
  }

  #next(): Job | undefined {
    const [next] = this.#waiting;
    if (next) this.#waiting.delete(next);
    return next;
  }
}

function start(job: Job, connection: Connection): void {
  job.connection = connection;
  connection.send(job.request, job);
}
