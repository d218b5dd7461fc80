import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { StoreError } from "./store.js";

const failuresInARow = 5;

/** One circuit breaker for each connection: a store that is away is left alone for a while, then tried by one request. */
export interface Breakers {
  run<Value>(connectionId: string, work: () => Promise<Value>): Promise<Value>;
  isResting(connectionId: string): boolean;
}

export function createBreakers(restMs: number): Breakers {
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  return {
    run(connectionId, work) {
      const breaker = breakers.get(connectionId) ?? createBreaker(restMs);
      breakers.set(connectionId, breaker);
      return breaker.run(work);
    },
    isResting: (connectionId) => breakers.get(connectionId)?.isResting() ?? false,
  };
}

function createBreaker(restMs: number) {
  const policy = circuitBreaker(handleAll, { breaker: new ConsecutiveBreaker(failuresInARow), halfOpenAfter: restMs });
  let restsUntil = 0;
  policy.onBreak(() => {
    restsUntil = Date.now() + restMs;
  });
  return {
    async run<Value>(work: () => Promise<Value>): Promise<Value> {
      // A store that refuses is there: for the breaker that is as good as a success.
      const attempt = async () => {
        try {
          return { value: await work() };
        } catch (error) {
          if (error instanceof StoreError && !error.isFinal) throw error;
          return { error };
        }
      };
      const outcome = await policy.execute(attempt).catch((error: unknown) => {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new StoreError(`The store failed ${failuresInARow} times in a row and is left alone for ${restMs / 1000} s.`);
      });
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    },
    // Half open: one request tries the store, and the others do better to wait for what comes of it.
    isResting: () => policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && Date.now() < restsUntil),
  };
}
