/** Called when the server becomes unreachable, and when it is reachable again. */
export type OnTrouble = (isTrouble: boolean) => void;

const maxWaitMs = 30_000;
const timeoutMs = 20_000;

/**
 * Sends a request until the server answers. Retries on network errors, 5xx and 429, and at once when the browser is online again. The
 * request must be idempotent.
 */
export async function fetchWithRetry(send: (signal: AbortSignal) => Promise<Response>, onTrouble: OnTrouble): Promise<Response> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, maxWaitMs)) {
    const answer = await send(AbortSignal.timeout(timeoutMs)).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) {
      onTrouble(false);
      return answer;
    }
    onTrouble(true);
    await pause(Math.max(wait, secondsOf(answer?.headers.get("retry-after")) * 1000));
  }
}

/** Parses Retry-After in seconds. Dates are ignored: the default wait applies. */
const secondsOf = (retryAfter: string | null | undefined): number => Number(retryAfter) || 0;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
  });
}
