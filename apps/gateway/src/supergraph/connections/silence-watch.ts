import type { Socket } from "node:net";
import { openSocket } from "./open-socket.js";

type Abort = (error: Error) => void;

const ticks = 10;
/**
 * Number of ticks without an answer after which the watch checks if the process is alive. A slow process answers the check, and a suspended
 * process does not.
 */
const suspiciousTicks = 4;
/**
 * Number of ticks between two liveness checks. The check is repeated on a new connection, because the previous connection may be broken.
 */
const checkTicks = 20;

/**
 * Watches one replica of a service while requests are open. If the process answers nothing for `silenceMs`, not even a liveness check, the
 * watch ends all open requests with the error `Silent`. The gateway rejects new requests until the process answers again.
 */
export class SilenceWatch {
  readonly #open = new Set<Abort>();
  #silentTicks = 0;
  #timer: NodeJS.Timeout | undefined;
  #check: Socket | undefined;

  /** The value 0 of `silenceMs` turns the watch off. */
  constructor(
    readonly url: URL,
    readonly silenceMs: number,
  ) {}

  get isSilent(): boolean {
    return this.#silentTicks >= ticks;
  }

  /** Watches a request until `end` is called with the same function. */
  begin(abort: Abort): void {
    if (this.silenceMs === 0) return;
    this.#open.add(abort);
    // Counts ticks instead of measuring time, because the measured time would include a suspension of the gateway itself.
    this.#timer ??= setInterval(() => this.#tick(), this.silenceMs / ticks).unref();
  }

  end(abort: Abort): void {
    this.#open.delete(abort);
  }

  /** Must be called when the replica has answered a request. */
  heard(): void {
    this.#silentTicks = 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#check?.destroy();
  }

  #tick(): void {
    if (this.#open.size === 0 && !this.isSilent) {
      this.#silentTicks = 0;
      this.close();
      return;
    }
    this.#silentTicks += 1;
    if (this.#silentTicks % checkTicks === suspiciousTicks) this.#startCheck();
    if (this.#silentTicks < ticks) return;
    for (const abort of [...this.#open]) {
      this.#open.delete(abort);
      abort(new Silent(this.silenceMs));
    }
  }

  /** A closed or refused connection is also an answer, because requests then get their error immediately. */
  #startCheck(): void {
    this.#check?.destroy();
    const check = openSocket(this.url).unref();
    this.#check = check;
    check.write(`GET /health/live HTTP/1.1\r\nhost: ${this.url.host}\r\nconnection: close\r\n\r\n`);
    const alive = () => {
      if (this.#check === check) this.heard();
      check.destroy();
    };
    check.once("data", alive).once("end", alive).once("error", alive);
  }
}

/** Error of requests to a replica that does not respond. A request that was not sent has a code, so that `rotate` tries another replica. */
export class Silent extends Error {
  readonly code: string | undefined;

  constructor(silenceMs: number, isSent = true) {
    super(`No response within ${silenceMs} ms, not even to a liveness check`);
    if (!isSent) this.code = "EHOSTDOWN";
  }
}
