import { describe, expect, it } from "vitest";
import { learnerInThread } from "./in-thread.js";

const response = (why: string) => ({ model: { elements: [{ type: "comment", name: "why" }] }, answers: { why }, reasonSet: null });

describe("the insights thread", () => {
  it("returns each response's own insights and keeps the event loop free", async () => {
    const learner = learnerInThread();
    await learner.learn(response("warm"));
    const before = performance.eventLoopUtilization();
    const texts = Array.from({ length: 8 }, (_, index) => `${"The price is bad. ".repeat(200)} Number ${index}.`);
    const read = await Promise.all(texts.map((text) => learner.learn(response(text))));
    expect(read.map(([answer]) => answer?.text)).toEqual(texts.map((text) => text.trim()));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
    await learner.stop();
  });

  it("rejects an unreadable response and continues", async () => {
    const learner = learnerInThread();
    const broken = { ...response("x"), answers: null as never };
    await expect(learner.learn(broken)).rejects.toThrow("could not be read");
    expect(await learner.learn(response("fine"))).toMatchObject([{ text: "fine" }]);
    await learner.stop();
  });

  it("terminates a thread that times out with its pending responses; the next response starts another", async () => {
    const hurried = learnerInThread({ patience: 1 });
    const all = await Promise.allSettled([hurried.learn(response("one")), hurried.learn(response("two"))]);
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const patient = learnerInThread();
    const waiting = patient.learn(response("one"));
    await Promise.all([expect(waiting).rejects.toThrow("stopping"), patient.stop()]);
    expect(await patient.learn(response("again"))).toMatchObject([{ text: "again" }]);
    await patient.stop();
  });
});
