import type { Logger } from "./logger.js";

interface RefusalLogOptions {
  log: Logger;
  windowMs?: number;
  /**
   * Maximum number of counters per window. Each pair of error code and caller (subject) has a counter. At the limit, further callers share
   * one counter per code.
   */
  maxSubjects?: number;
}

interface Counted {
  code: string;
  subject: string;
  count: number;
}

const others = "others";

/**
 * Logs the first rejected request per subject and error code. At the end of the time window, logs the number of further requests in one
 * line.
 */
export function createRefusalLog({ log, windowMs = 60_000, maxSubjects = 1_000 }: RefusalLogOptions) {
  const seen = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { code, subject, count } of seen.values())
      if (count > 0) log.info({ code, subject, count, windowSeconds: windowMs / 1000 }, "Further requests were refused");
    seen.clear();
  }

  return {
    /** Logs or counts a rejected request. Calls `first` for the first request of a subject and code. */
    note(code: string, subject: string, first: () => void): void {
      timer ??= setTimeout(flush, windowMs).unref();
      const known = seen.get(`${code} ${subject}`);
      if (known) {
        known.count += 1;
        return;
      }
      const isFull = seen.size >= maxSubjects;
      const name = isFull ? others : subject;
      const entry = seen.get(`${code} ${name}`);
      if (entry) {
        entry.count += 1;
        return;
      }
      seen.set(`${code} ${name}`, { code, subject: name, count: isFull ? 1 : 0 });
      if (!isFull) first();
    },
    flush,
  };
}
