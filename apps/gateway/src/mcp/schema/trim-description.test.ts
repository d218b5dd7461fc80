import { describe, expect, it } from "vitest";
import { trimDescription } from "./trim-description.js";

describe("trimDescription", () => {
  it.each([
    ["The status.", ["status", "DiscountCode"]],
    ["The connection to search on.", ["connectionId", "search_placement_targets"]],
    ["At most this many, 0-1000.", ["first", '{"minimum":0,"maximum":1000}']],
    ["Its name: 1-120 characters.", ["name", '{"minLength":1,"maxLength":120}']],
  ])("leaves out %j", (description, known) => {
    expect(trimDescription(description, known)).toBeUndefined();
  });
  it.each([
    ["Its tags with their colours; the object replaces the tags there are.", ["tags"], "The object replaces the tags there are"],
    ["Its icon. Null is the default one.", ["icon"], "Null is the default one"],
    ["Only those after this cursor; not beside an offset.", ["after", "Cursor"], "Not beside an offset"],
    ["Its share in percent.", ["share"], "Its share in percent"],
    ["At most 3,700 days are shown.", ["from"], "At most 3,700 days are shown"],
    ["PAGE_URL: which addresses.", ["matches"], "PAGE_URL: which addresses"],
    [
      "Whether customers who answered before are asked again.",
      ["returning_enabled"],
      "Whether customers who answered before are asked again",
    ],
  ])("keeps the news of %j", (description, known, news) => {
    expect(trimDescription(description, known)?.replace(/\.$/, "")).toBe(news);
  });
});
