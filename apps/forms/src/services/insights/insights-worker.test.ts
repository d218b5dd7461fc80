import { countTurns } from "@offergraph/testkit/event-loop";
import { describe, expect, it } from "vitest";
import { TaskTimeout } from "../worker-pool/worker-pool.js";
import { createInsightsWorker } from "./insights-worker.js";

const response = (why: string) => ({ model: { elements: [{ type: "comment", name: "why" }] }, answers: { why }, reasonSet: null });

describe("the insights worker", () => {
  it("returns each response's own insights and keeps the event loop free", async () => {
    const worker = createInsightsWorker();
    await worker.extract(response("warm"));
    const texts = Array.from({ length: 8 }, (_, index) => `${"The price is bad. ".repeat(200)} Number ${index}.`);
    const { value: read, turns } = await countTurns(Promise.all(texts.map((text) => worker.extract(response(text)))));
    expect(read.map(([answer]) => answer?.text)).toEqual(texts.map((text) => text.trim()));
    expect(turns).toBeGreaterThan(20);
    await worker.stop();
  });

  it("rejects an unreadable response and continues", async () => {
    const worker = createInsightsWorker();
    const broken = { ...response("x"), answers: null as never };
    await expect(worker.extract(broken)).rejects.toThrow("Failed to extract insights");
    expect(await worker.extract(response("fine"))).toMatchObject([{ text: "fine" }]);
    await worker.stop();
  });

  it("terminates a thread that takes too long; the next response starts another", async () => {
    const worker = createInsightsWorker({ limitMs: 1 });
    const long = response("The price is bad. ".repeat(1000));
    await expect(worker.extract(long)).rejects.toThrow(TaskTimeout);
    await expect(worker.extract(long)).rejects.toThrow(TaskTimeout);
    await worker.stop();
  });

  it("rejects pending responses when it stops; the next response starts another thread", async () => {
    const worker = createInsightsWorker();
    const waiting = worker.extract(response("one"));
    await Promise.all([expect(waiting).rejects.toThrow(), worker.stop()]);
    expect(await worker.extract(response("again"))).toMatchObject([{ text: "again" }]);
    await worker.stop();
  });
});
