import type { Output } from "./output.js";

const longestMs = 10_000;
/** If a process ran longer than this time in milliseconds, it restarts without a delay. */
export const recoveredMs = 30_000;

/**
 * Returns the delay in milliseconds before the restart after `ends` exits in a row. The delay is 0 after the first exit, and doubles after
 * each further exit, up to 10 seconds.
 */
export function restartDelay(ends: number): number {
  return ends <= 1 ? 0 : Math.min(longestMs, 250 * 2 ** (ends - 2));
}

interface Server {
  pid: number;
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Supervises PostgreSQL or NATS. Restarts the server on the same port after an unexpected exit. */
export class SupervisedServer<Running extends Server> {
  #running: Running;
  #isStopping = false;
  #restartTimer: NodeJS.Timeout | undefined;
  #restarting: Promise<void> | undefined;

  private constructor(
    running: Running,
    private readonly name: string,
    private readonly restart: (before: Running) => Promise<Running>,
    private readonly output: Output,
    private readonly onRestart: () => void,
  ) {
    this.#running = running;
    this.#watch(0);
  }

  static async start<Running extends Server>(options: {
    name: string;
    start(before?: Running): Promise<Running>;
    output: Output;
    onRestart(): void;
  }): Promise<SupervisedServer<Running>> {
    return new SupervisedServer(await options.start(), options.name, options.start, options.output, options.onRestart);
  }

  get running(): Running {
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    await this.#restarting;
    await this.#running.stop();
  }

  #watch(ends: number): void {
    const startedAt = Date.now();
    void this.#running.ended.then(() => {
      if (this.#isStopping) return;
      this.output.trouble(this.name, "warn", "exited; restarting");
      this.#again(Date.now() - startedAt > recoveredMs ? 1 : ends + 1);
    });
  }

  #again(ends: number): void {
    this.#restartTimer = setTimeout(() => {
      this.#restarting = this.restart(this.#running).then(
        (running) => {
          this.#running = running;
          this.#watch(ends);
          this.onRestart();
        },
        (error: Error) => {
          this.output.trouble(this.name, "error", error.message);
          if (!this.#isStopping) this.#again(ends + 1);
        },
      );
    }, restartDelay(ends));
  }
}
