import { polling } from "@offergraph/testkit/timeouts";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Ask, coalesceLookups } from "./lookup.js";

const one = { concurrency: 1, maxWaitMs: 1 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a lookup function whose queries stay pending until the test resolves them. */
function heldQuestions() {
  const questions: { keys: readonly string[]; answer(): void; fail(): void }[] = [];
  const ask: Ask<string> = (keys) =>
    new Promise((resolve, reject) => {
      const answer = () => resolve(new Map(keys.filter((key) => key !== "unknown").map((key) => [key, `value of ${key}`])));
      questions.push({ keys, answer, fail: () => reject(new Error("away")) });
    });
  return { questions, ask };
}

describe("batched lookups", () => {
  it("concurrent lookups share a query, with distinct keys", async () => {
    const { questions, ask } = heldQuestions();
    const find = coalesceLookups(ask, one);
    const answers = Promise.all([find("a"), find("b"), find("a"), find("unknown")]);
    await turn();
    expect(questions.map(({ keys }) => keys)).toEqual([["a", "b", "unknown"]]);
    questions[0]?.answer();
    expect(await answers).toEqual(["value of a", "value of b", "value of a", undefined]);
  });

  it("a lookup never joins a running query", async () => {
    const { questions, ask } = heldQuestions();
    const find = coalesceLookups(ask, one);
    const first = find("a");
    await turn();
    const second = find("a");
    await turn();
    expect(questions).toHaveLength(1);
    questions[0]?.answer();
    await first;
    await vi.waitFor(() => expect(questions).toHaveLength(2), polling);
    questions[1]?.answer();
    await second;
  });

  it("a second query starts only if the first takes long", async () => {
    const { questions, ask } = heldQuestions();
    const find = coalesceLookups(ask, { concurrency: 2, maxWaitMs: 20 });
    const first = find("a");
    await turn();
    const others = Promise.all([find("b"), find("c")]);
    await turn();
    expect(questions).toHaveLength(1);
    await vi.waitFor(() => expect(questions.map(({ keys }) => keys)).toEqual([["a"], ["b", "c"]]), polling);
    questions[1]?.answer();
    await others;
    questions[0]?.answer();
    await first;
  });

  it("a failed query rejects only its own lookups", async () => {
    const { questions, ask } = heldQuestions();
    const find = coalesceLookups(ask, one);
    const first = find("a");
    await turn();
    questions[0]?.fail();
    await expect(first).rejects.toThrow("away");
    const second = find("a");
    await vi.waitFor(() => expect(questions).toHaveLength(2), polling);
    questions[1]?.answer();
    expect(await second).toBe("value of a");
  });

  it("a query that cannot start rejects its lookups, and later lookups work", async () => {
    const ask = vi.fn<Ask<string>>().mockResolvedValue(new Map([["a", "value of a"]]));
    ask.mockImplementationOnce(() => {
      throw new Error("no pool");
    });
    const find = coalesceLookups(ask, one);
    await expect(find("a")).rejects.toThrow("no pool");
    expect(await find("a")).toBe("value of a");
  });

  it("a result is never older than its lookup", async () => {
    const steps = fc.array(fc.constantFrom("find", "turn", "answer"), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (script, concurrency) => {
        let clock = 0;
        const open: (() => void)[] = [];
        const ask: Ask<number> = (keys) => {
          const asked = ++clock;
          return new Promise((resolve) => open.push(() => resolve(new Map(keys.map((key) => [key, asked])))));
        };
        const find = coalesceLookups(ask, { concurrency, maxWaitMs: 1 });
        const checks: Promise<void>[] = [];
        for (const step of script) {
          const began = ++clock;
          if (step === "find") checks.push(find("a").then((asked) => expect(asked).toBeGreaterThan(began)));
          else if (step === "turn") await turn();
          else open.shift()?.();
          expect(open.length).toBeLessThanOrEqual(concurrency);
        }
        let pending = checks.length > 0;
        const done = Promise.all(checks).then(() => {
          pending = false;
        });
        while (pending) {
          await turn();
          open.shift()?.();
          await turn();
        }
        await done;
      }),
    );
  });
});
