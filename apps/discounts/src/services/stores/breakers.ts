import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { StoreError } from "./store.js";

const maxFailures = 5;

/** Creates circuit breakers, one per connection. After `openMs`, an open breaker lets one request test the store. */
export function createBreakers(openMs: number) {
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  return {
    run<Value>(connectionId: string, work: () => Promise<Value>): Promise<Value> {
      const breaker = breakers.get(connectionId) ?? createBreaker(openMs);
      breakers.set(connectionId, breaker);
      return breaker.run(work);
    },
    isCircuitOpen: (connectionId: string) => breakers.get(connectionId)?.isCircuitOpen() ?? false,
  };
}

function createBreaker(openMs: number) {
  const policy = circuitBreaker(handleAll, { breaker: new ConsecutiveBreaker(maxFailures), halfOpenAfter: openMs });
  let openUntil = 0;
  policy.onBreak(() => {
    openUntil = Date.now() + openMs;
  });
  return {
    async run<Value>(work: () => Promise<Value>): Promise<Value> {
      // A rejection by the store counts as a success, because the store is available.
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
        throw new StoreError(
          `The last ${maxFailures} requests to the store failed, so the service pauses its requests to the store for ${openMs / 1000} s.`,
        );
      });
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    },
    // Also returns true in the half-open state, while one request tests the store.
    isCircuitOpen: () => policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && Date.now() < openUntil),
  };
}
