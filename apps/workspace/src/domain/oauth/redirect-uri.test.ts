import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRedirectUri, isRegistered, withParameters } from "./redirect-uri.js";

describe("a redirect URI", () => {
  it.each(["https://app.example/back", "https://app.example:8443/?a=b", "http://localhost/x", "http://127.0.0.1:3000", "http://[::1]:9/a"])(
    "%s is allowed",
    (uri) => expect(isRedirectUri(uri)).toBe(true),
  );
  it.each([
    ...["http://app.example/", "http://localhost.evil.example/", "http://localhost@evil.example/", "https://a@app.example/"],
    ...["javascript:alert(1)", "data:text/html,x", "app://back", "//app.example", "/back", "", "https://", "https://app.example/#a"],
    ...[
      "https:\\\\app.example",
      "https://app.example/\n",
      'https://app.example/"',
      "https://a;b/",
      "https://a'b/",
      "http://127.0.0.1:99999/",
    ],
    `https://app.example/${"x".repeat(500)}`,
  ])("%j is not allowed", (uri) => expect(isRedirectUri(uri)).toBe(false));

  it("must be equal to a registered one, except for the port of a loopback URI", () => {
    const registered = ["https://app.example/back", "http://127.0.0.1:1/back?a=b"];
    for (const uri of [...registered, "http://127.0.0.1:65535/back?a=b", "http://127.0.0.1/back?a=b"])
      expect(isRegistered(registered, uri), uri).toBe(true);
    const others = [
      "https://app.example/back/",
      "https://app.example:444/back",
      "https://APP.example/back",
      "https://app.example/back?a=b",
    ];
    const loopback = [
      "http://localhost:1/back?a=b",
      "http://127.0.0.1:1/back",
      "http://127.0.0.1:1/Back?a=b",
      "http://127.0.0.1:1@evil.example/",
    ];
    for (const uri of [...others, ...loopback]) expect(isRegistered(registered, uri), uri).toBe(false);
  });

  it("with any port leads to the same host", () => {
    const texts = fc.array(fc.constantFrom("http://", "127.0.0.1", "localhost", ":", "@", "/", "?", "80", "evil.example", ".", "\\", "#"));
    const property = (parts: string[]) => {
      const uri = parts.join("");
      if (isRegistered(["http://127.0.0.1/", "http://127.0.0.1"], uri)) expect(new URL(uri).hostname).toBe("127.0.0.1");
    };
    fc.assert(fc.property(texts, property));
  });

  it("keeps its own parameters", () => {
    expect(withParameters("https://app.example/?a=b", { code: "c&d", state: undefined })).toBe("https://app.example/?a=b&code=c%26d");
  });
});
