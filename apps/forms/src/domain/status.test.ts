import { describe, expect, it } from "vitest";
import { formStatuses } from "./ordinals.js";
import { transitionError } from "./status.js";

// The expected transitions, independent of the code in status.ts. Rows are old statuses, and columns are new statuses.
const table = `
            DRAFT READY PUBLISHED ARCHIVED
  DRAFT     yes   yes   yes       yes
  READY     yes   yes   yes       yes
  PUBLISHED no    yes   yes       yes
  ARCHIVED  yes   no    no        yes`;
const [columns = [], ...rows] = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const cells = rows.flatMap(([from, ...answers]) => answers.map((answer, index) => ({ from, to: columns[index], answer })));

describe("a form's status", () => {
  it.each(cells)("from $from to $to: $answer", ({ from, to, answer }) => {
    const [one, other] = [from, to].map((name) => formStatuses.find((status) => status === name));
    if (!one || !other) throw new Error("no such status");
    expect(transitionError(one, other) === undefined).toBe(answer === "yes");
  });

  it("lists the allowed transitions on a rejected one", () => {
    expect(transitionError("ARCHIVED", "PUBLISHED")).toBe("A form cannot change from ARCHIVED to PUBLISHED; allowed: DRAFT.");
  });
});
