/** Told when the server cannot be reached, and when it can again. */
export type TellTrouble = (isTrouble: boolean) => void;

const longestWait = 30_000;
const patience = 20_000;

/**
 * Sends a request until there is an answer to it: again when the network is lost, when the server is away or wants fewer requests,
 * sooner when the browser says that the network is back. What is sent has to be harmless when it comes twice.
 */
export async function reliably(send: (signal: AbortSignal) => Promise<Response>, tell: TellTrouble): Promise<Response> {
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

/** A server on the way may give a date instead of seconds: then the usual wait does. */
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
