import { describe, expect, it } from "vitest";
import { comparableText } from "./same-text.js";

describe("comparable text", () => {
  it("ignores case, punctuation and white space", () => {
    const one = comparableText("Great shop,  fast delivery -- will buy again!");
    expect(one).toBe("great shop fast delivery will buy again");
    expect(comparableText("great shop fast DELIVERY\nwill buy again")).toBe(one);
  });
  it.each(["no", "great", "Too expensive", "The shipping was slow", "a b c d e f g", "!!! ??? ... --- *** +++ === ///", ""])(
    "is none that many people write: %s",
    (text) => {
      expect(comparableText(text)).toBeUndefined();
    },
  );
  it("works for languages without spaces", () => {
    expect(comparableText("商品の配送がとても早くて梱包もきれいでしたのでまたこのお店で買いたいです")).toBeDefined();
  });
});
