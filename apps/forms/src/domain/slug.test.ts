import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeSlug, slugOf } from "./slug.js";

describe("a form's slug", () => {
  it.each([
    ["How did we do?", "how-did-we-do"],
    ["  Größe & Ærø  ", "grosse-aero"],
    ["Crème brûlée", "creme-brulee"],
    ["İstanbul", "istanbul"],
    ["Как прошёл визит?", "kak-proshel-vizit"],
    ["您的购物体验如何", "nin-de-gou-wu-ti-yan-ru-he"],
    ["日本語", "ri-ben-yu"],
    ["كيف كانت زيارتك؟", "kyf-knt-zyrtk"],
    ["Πώς ήταν;", "pos-itan"],
    ["Łódź – żółć", "lodz-zolc"],
    ["🎁🎉", "form"],
    ["--", "form"],
  ])("of %s is %s", (title, slug) => expect(slugOf(title)).toBe(slug));

  it("has only lower-case letters, digits and single inner hyphens, 60 at most", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  it("is the first free one of slug, slug-2, slug-3", () => {
    expect(freeSlug("a", new Set())).toBe("a");
    expect(freeSlug("a", new Set(["a", "a-3", "ab"]))).toBe("a-2");
    expect(freeSlug("a", new Set(["a", "a-2", "a-3"]))).toBe("a-4");
  });
});
