import { describe, expect, it } from "vitest";
import { newTraceparent, parseTraceparent, passOnTraceparent } from "./trace.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const header = `00-${traceId}-00f067aa0ba902b7-01`;

describe("traceparent", () => {
  it("is read as the standard says", () => {
    expect(parseTraceparent(header)).toEqual({ traceId, parentId: "00f067aa0ba902b7", sampled: true });
    expect(parseTraceparent(`00-${traceId}-00f067aa0ba902b7-02`)?.sampled).toBe(false);
    expect(parseTraceparent(`cc-${traceId}-00f067aa0ba902b7-01-what-comes-later`)?.traceId).toBe(traceId);
  });
  it("is refused in forms that the standard forbids", () => {
    const bad = [undefined, "", "x", header.toUpperCase(), `ff${header.slice(2)}`, `${header}-more`];
    bad.push(header.replace(traceId, "0".repeat(32)), header.replace("00f067aa0ba902b7", "0".repeat(16)));
    for (const text of bad) expect(parseTraceparent(text)).toBeUndefined();
  });
  it("continues the trace unsampled with a new parent id, or starts one", () => {
    const passedOn = parseTraceparent(passOnTraceparent(header));
    expect(passedOn).toMatchObject({ traceId, sampled: false });
    expect(passedOn?.parentId).not.toBe("00f067aa0ba902b7");
    expect(parseTraceparent(passOnTraceparent("nonsense"))).toBeDefined();
    expect(newTraceparent()).not.toBe(newTraceparent());
  });
});
