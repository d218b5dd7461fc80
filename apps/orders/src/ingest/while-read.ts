import { PublicError } from "@offergraph/shared/errors/public-error";

/**
 * The same results, as long as they are read. Where nobody does for `patienceMs` they are left, and whoever reads on then is told so:
 * someone who sends everything before reading would wait for us to read on, as we wait for him.
 */
export async function* whileRead<Results>(
  results: AsyncGenerator<Results>,
  patienceMs: number,
  onLeft: () => void,
): AsyncGenerator<Results> {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    onLeft();
    void results.return(undefined).catch(() => undefined);
  };
  for await (const some of results) {
    const timer = setTimeout(leave, patienceMs);
    try {
      yield some;
    } finally {
      clearTimeout(timer);
    }
  }
  if (isLeft)
    throw new PublicError(
      "ANSWER_NOT_READ",
      `The answer was not read for ${patienceMs / 1000} s: no record after these was taken in. Read it while sending, or send less at a time; the same records can be sent again.`,
    );
}
