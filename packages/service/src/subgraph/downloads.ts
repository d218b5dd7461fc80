import type { ServerResponse } from "node:http";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { SharedBudget } from "@offergraph/shared/http/shared-budget";

/**
 * `maxCount` is the maximum number of concurrent downloads per workspace in this process. After `graceMs` milliseconds, a client must
 * receive at least `minBytesPerMs` on average. `maxMs` is the maximum duration of a download.
 */
const defaults = { maxCount: 8, graceMs: 30_000, minBytesPerMs: 32, maxMs: 3_600_000 };
export type DownloadLimits = typeof defaults;

/** Limits the number and the duration of concurrent downloads. */
export class Downloads {
  readonly #budget: SharedBudget;

  constructor(private readonly limits: DownloadLimits = defaults) {
    this.#budget = new SharedBudget({ maxCount: limits.maxCount, maxBytes: 0, totalBytes: 0 });
  }

  /**
   * Starts to limit a download. After each write to `response`, call the returned function with the number of bytes. If the client is too
   * slow, closes the connection. Throws HttpError 429 if the workspace has too many downloads.
   */
  start(workspaceId: string, response: ServerResponse): (bytes: number) => void {
    const { maxCount, graceMs, minBytesPerMs, maxMs } = this.limits;
    const share = this.#budget.open(workspaceId);
    if (!share) {
      const message = `This workspace has reached the limit of ${maxCount} concurrent downloads. Finish the other downloads first.`;
      throw new HttpError(429, "RATE_LIMITED", message, { "retry-after": "1" });
    }
    const startedAt = performance.now();
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    const check = () => {
      const restMs = Math.min(graceMs + sent / minBytesPerMs, maxMs) - (performance.now() - startedAt);
      if (restMs <= 0) response.destroy();
      else timer = setTimeout(check, restMs);
    };
    const end = () => {
      clearTimeout(timer);
      share.close();
    };
    if (response.destroyed) end();
    else {
      response.once("close", end);
      check();
    }
    return (bytes) => {
      sent += bytes;
    };
  }
}
