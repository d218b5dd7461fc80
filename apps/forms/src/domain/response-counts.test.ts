import { describe, expect, it } from "vitest";
import { seriesOf, totalsByPlacement, totalsOf } from "./response-counts.js";

const counts = (complete: number, incomplete: number, skipped: number) => ({
  total: complete + incomplete + skipped,
  complete,
  incomplete,
  skipped,
});

describe("counts of responses", () => {
  it("are summed with the completion rate", () => {
    expect(totalsOf([counts(1, 2, 0), counts(2, 0, 3)])).toEqual({ ...counts(3, 2, 3), completionRate: 3 / 8 });
    expect(totalsOf([counts(0, 1, 0)]).completionRate).toBe(0);
  });

  it("have no completion rate without responses", () => {
    expect(totalsOf([])).toEqual({ ...counts(0, 0, 0), completionRate: null });
  });

  it("are sorted by total descending, then by placement id, null first", () => {
    const placements = [
      { placementId: "b", ...counts(1, 0, 0) },
      { placementId: null, ...counts(1, 0, 0) },
      { placementId: "c", ...counts(2, 1, 0) },
      { placementId: "a", ...counts(0, 0, 1) },
    ];
    expect(totalsByPlacement(placements).map(({ placementId }) => placementId)).toEqual(["c", null, "a", "b"]);
    expect(totalsByPlacement(placements)[0]?.totals).toEqual({ ...counts(2, 1, 0), completionRate: 2 / 3 });
  });

  it("form a series without gaps", () => {
    const point = { day: "2026-01-02", ...counts(1, 0, 0), attributed: 1 };
    const none = { ...counts(0, 0, 0), attributed: 0 };
    expect(seriesOf(["2026-01-01", "2026-01-02", "2026-01-03"], [point])).toEqual([
      { day: "2026-01-01", ...none },
      point,
      { day: "2026-01-03", ...none },
    ]);
  });
});
