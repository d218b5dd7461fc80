import { PublicError } from "@offergraph/shared/errors/public-error";

/**
 * Yields the results. Throws ANSWER_NOT_READ if the client does not read the response for `timeoutMs`. Some clients read the response only
 * after their last write and would block the server forever.
 */
export async function* abortOnStalledReader<Results>(
  results: AsyncGenerator<Results>,
  timeoutMs: number,
  onLeft: () => void,
): AsyncGenerator<Results> {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    onLeft();
    void results.return(undefined).catch(() => undefined);
  };
  for await (const some of results) {
    const timer = setTimeout(leave, timeoutMs);
    try {
      yield some;
    } finally {
      clearTimeout(timer);
    }
  }
  if (isLeft)
    throw new PublicError(
      "ANSWER_NOT_READ",
      `The client did not read the response for ${timeoutMs / 1000} s, so the server stopped processing the request. Records without a result may or may not be stored. Read the response while sending, or send fewer records. It is safe to send all records again.`,
    );
}
