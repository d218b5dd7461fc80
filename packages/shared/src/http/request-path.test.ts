import { describe, expect, it } from "vitest";
import { requestPath } from "./request-path.js";

describe("the path of a request", () => {
  it("is the target as sent, without its query", () => {
    const targets = ["/", "/f/key", "/f/key?a=../..", "/f/100%25", "/f/a%2Fb", "/f/%C3%A9", "/f/.well", "/f/a..b", "/f/...", "//f/key"];
    for (const target of targets) expect(requestPath(target), target).toBe(target.split("?")[0]);
  });
  it.each([
    ["dot segments", ["/a/../b", "/a/./b", "/..", "/a/.", "/.", "/a/..?b"]],
    ["encoded dot segments", ["/a/%2e%2e/b", "/a/%2E./b", "/a/.%2e", "/a/%252e%252e/b", "/a/%25252e./b", "/a/%2e"]],
    ["encoded slashes around dots", ["/a%2f..%2fb", "/a/..%2Fb", "/a%252f..%252fb", "/a%2f%2e%2e"]],
    ["backslashes", ["/a\\b", "/a\\..\\b", "/a%5cb", "/a%5Cb", "/a%255cb", "/a/..%5cb"]],
    ["control characters", ["/a%00", "/a%0d%0ab", "/a%2500", "/a\tb", "/a%7f", "/a%09/b"]],
    ["a fragment", ["/a#b", "/a#/../b", "/a%23b"]],
    ["malformed percent-encoding", ["/a%", "/a%zz", "/%f"]],
    ["other forms of targets", ["http://a/f/key", "*", "a:443", "", "f/key", undefined]],
  ])("does not exist with %s", (_what, targets) => {
    for (const target of targets) expect(requestPath(target), target).toBeUndefined();
  });
});
