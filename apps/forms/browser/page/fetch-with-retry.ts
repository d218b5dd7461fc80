/** Called when the server becomes unreachable, and when it is reachable again. */
export type TellTrouble = (isTrouble: boolean) => void;

const longestWait = 30_000;
const patience = 20_000;

/**
 * Sends a request until the server answers. Retries on network errors, 5xx and 429, and at once when the browser is online again. The
 * request must be idempotent.
 */
export async function fetchWithRetry(send: (signal: AbortSignal) => Promise<Response>, tell: TellTrouble): Promise<Response> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, longestWait)) {
    const answer = await send(AbortSignal.timeout(patience)).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) {
      tell(false);
      return answer;
    }
    tell(true);
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
