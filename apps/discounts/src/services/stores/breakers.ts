import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { StoreError } from "./store.js";

const failuresInARow = 5;

/** Circuit breakers, one per connection. After the pause, one request probes the store. */
export interface Breakers {
  run<Value>(connectionId: string, work: () => Promise<Value>): Promise<Value>;
  isCircuitOpen(connectionId: string): boolean;
}

export function createBreakers(restMs: number): Breakers {
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  return {
    run(connectionId, work) {
      const breaker = breakers.get(connectionId) ?? createBreaker(restMs);
      breakers.set(connectionId, breaker);
      return breaker.run(work);
    },
    isCircuitOpen: (connectionId) => breakers.get(connectionId)?.isCircuitOpen() ?? false,
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
      // A rejection shows that the store is available, so it counts as success for the breaker.
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
        throw new StoreError(`The store failed ${failuresInARow} times in a row; no requests are sent to it for ${restMs / 1000} s.`);
      });
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    },
    // Half open: one request probes the store; the others wait for its result.
    isCircuitOpen: () => policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && Date.now() < restsUntil),
  };
}
