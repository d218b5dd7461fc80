import { describe, expect, it } from "vitest";
import type { PushRow } from "../../db/store-pushes.js";
import type { DesiredState } from "./desired-state.js";
import { nextStep } from "./next-step.js";

const idle: PushRow = {
  subjectId: "code",
  discountCodeId: "code",
  requested: 3,
  forced: 0,
  traceparent: null,
  done: 2,
  sendingId: null,
  sendingHash: null,
  sendingText: null,
  pushedHash: null,
};
const underWay = { sendingId: "first", sendingHash: "A", sendingText: "text of A" };
const refused = { ...underWay, sendingText: null };
const placement = { placementId: "placement", syncVersion: 1 };
const desired = (hash: string): DesiredState => ({ isThere: true, placement, hash, text: `text of ${hash}` });
const removal: DesiredState = { isThere: false, placement: undefined, hash: "gone", text: "text of gone" };
const step = (row: Partial<PushRow>, next: DesiredState) => nextStep({ ...idle, ...row }, next);
const sent = (hash: string) => ({ subjectId: "code", hash, text: `text of ${hash}` });
const newId = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe("the next step of a push", () => {
  it("sends new data", () => {
    expect(step({}, desired("A"))).toEqual({ do: "send", message: { ...sent("A"), id: newId }, isNew: true });
    expect(step({ pushedHash: "A" }, desired("B"))).toEqual({ do: "send", message: { ...sent("B"), id: newId }, isNew: true });
  });

  it("sends unchanged data only on request", () => {
    expect(step({ pushedHash: "A" }, desired("A"))).toEqual({ do: "finish" });
    expect(step({ pushedHash: "A", forced: 2 }, desired("A"))).toEqual({ do: "finish" });
    expect(step({ pushedHash: "A", forced: 3 }, desired("A"))).toEqual({
      do: "send",
      message: { ...sent("A"), id: newId },
      isNew: true,
    });
  });

  it("removes data from the store, and deletes a push of data that it never had", () => {
    expect(step({ pushedHash: "A" }, removal)).toEqual({ do: "send", message: { ...sent("gone"), id: newId }, isNew: true });
    expect(step({ forced: 3 }, removal)).toEqual({ do: "delete" });
  });

  it("repeats a message with unknown result first, unchanged", () => {
    const again = { do: "send", message: { ...sent("A"), id: "first" }, isNew: false };
    for (const next of [desired("A"), desired("B"), removal]) expect(step(underWay, next)).toEqual(again);
    expect(step({ ...underWay, pushedHash: "B" }, desired("B"))).toEqual(again);
  });

  it("repeats a rejected message with its id, or sends a newer one instead", () => {
    expect(step(refused, desired("A"))).toEqual({ do: "send", message: { ...sent("A"), id: "first" }, isNew: true });
    expect(step(refused, desired("B"))).toEqual({ do: "send", message: { ...sent("B"), id: newId }, isNew: true });
    expect(step({ ...refused, pushedHash: "B" }, desired("B"))).toEqual({ do: "send", message: { ...sent("B"), id: newId }, isNew: true });
    expect(step(refused, removal)).toEqual({ do: "send", message: { ...sent("gone"), id: newId }, isNew: true });
  });
});
