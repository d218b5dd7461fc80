import { Violations } from "@offergraph/shared/errors/user-error";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formStatuses } from "./ordinals.js";
import { checkRotation, inOrder, removalError, rotationWithout, type Share, sharesAdvice, type WantedShare } from "./rotation.js";
import { warningsOfDraft } from "./warnings.js";

const ids = ["a", "b", "c", "d"];
const share = fc.record({
  formId: fc.constantFrom(...ids, undefined),
  main: fc.boolean(),
  share: fc.constantFrom(0, 10, 20, 30, 50, 70, 100),
});
const published = fc.subarray(ids, { minLength: 1 });
const codesOf = (wanted: WantedShare[], forms: string[]) => {
  const violations = new Violations();
  checkRotation(wanted, new Map(forms.map((id) => [id, `form-${id}`])), ["s"], violations);
  return violations.list.map(({ field, code }) => `${field.join(".")} ${code}`);
};

/** Generates a valid rotation of the published forms. */
const sound = published.chain((forms) =>
  fc
    .record({ main: fc.nat(forms.length - 1), cuts: fc.array(fc.nat(100), { minLength: forms.length - 1, maxLength: forms.length - 1 }) })
    .map(({ main, cuts }) => {
      const ends = [0, ...cuts.sort((one, other) => one - other), 100];
      return forms.map((formId, index): Share => ({ formId, main: index === main, share: (ends[index + 1] ?? 0) - (ends[index] ?? 0) }));
    }),
);

describe("a rotation", () => {
  it("is valid exactly if it has each published form once, shares sum to 100 and one is main", () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 5 }), published, (wanted, forms) => {
        const listed = wanted.map(({ formId }) => formId);
        const isSound =
          listed.length === forms.length &&
          forms.every((id) => listed.includes(id)) &&
          wanted.reduce((sum, one) => sum + one.share, 0) === 100 &&
          wanted.filter(({ main }) => main).length === 1;
        const found = codesOf(wanted, forms);
        expect(found.includes("s SHARES_REQUIRED")).toBe(forms.some((id) => !listed.includes(id)));
        // The lookup, not checkRotation, reports an unknown form.
        if (!listed.includes(undefined)) expect(found.length === 0).toBe(isSound);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(sound, (rotation) => {
        expect(
          codesOf(
            rotation,
            rotation.map(({ formId }) => formId),
          ),
        ).toEqual([]);
      }),
    );
  });

  it("reports all violations at once", () => {
    const wanted = [
      { formId: "a", main: true, share: 50 },
      { formId: "a", main: true, share: 60 },
      { formId: "x", main: false, share: 0 },
    ];
    expect(codesOf(wanted, ["a", "b"])).toEqual([
      "s.1.formId TAKEN",
      "s.2.formId INVALID",
      "s SHARES_REQUIRED",
      "s SHARES_NOT_100",
      "s INVALID",
    ]);
  });

  it("lets a form leave if its share is 0 and another is main, or if it is the last", () => {
    fc.assert(
      fc.property(sound, (rotation) => {
        for (const { formId, main, share: part } of rotation) {
          const rest = rotation.filter((one) => one.formId !== formId);
          const may = removalError(formId, rotation) === undefined;
          expect(may).toBe(rest.length === 0 || (!main && part === 0));
          if (may && rest.length > 0)
            expect(
              codesOf(
                rest,
                rest.map((one) => one.formId),
              ),
            ).toEqual([]);
        }
        expect(removalError("not in it", rotation)).toBeUndefined();
      }),
    );
  });

  it("without shares stays for a form in it, is 100 % for the first form, and is undefined for others", () => {
    const rotation = [{ formId: "a", main: true, share: 100 }];
    expect(rotationWithout("a", rotation)).toEqual(rotation);
    expect(rotationWithout("a", [])).toEqual(rotation);
    expect(rotationWithout("b", rotation)).toBeUndefined();
  });

  it("is sorted by main form, then share, then id", () => {
    const rotation = ["d", "c", "b", "a"].map((formId, index) => ({ formId, main: formId === "b", share: index === 0 ? 40 : 20 }));
    expect(inOrder(rotation).map(({ formId }) => formId)).toEqual(["b", "d", "a", "c"]);
  });
});

it("the advice about missing shares contains shares of up to five other forms, and is part of a draft's warning", () => {
  const rotation = Array.from({ length: 6 }, (_, index): Share => ({ formId: `form-${index}`, main: index === 0, share: 0 }));
  expect(sharesAdvice("new", rotation.slice(0, 5))).toContain('{"formId":"new","main":false,"share":0}]');
  expect(sharesAdvice("new", rotation)).toContain("get_promotion_rotation");
  expect(sharesAdvice("new", rotation)).not.toContain("[");
  const draft = { rowId: "new", status: formStatuses.indexOf("DRAFT"), draft: {} };
  const messageFor = (forms: Share[]) => warningsOfDraft(draft, false, forms).map(({ message }) => message);
  expect(messageFor(rotation.slice(0, 1))).toEqual([expect.stringContaining(sharesAdvice("new", rotation.slice(0, 1)))]);
  expect(messageFor([])).toEqual([expect.not.stringContaining("shares")]);
});
