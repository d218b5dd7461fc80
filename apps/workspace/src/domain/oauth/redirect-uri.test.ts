import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRedirectUri, isRegistered, withParameters } from "./redirect-uri.js";

const own = "https://offergraph.example";
const isAllowed = (uri: string, publicUrl = own) => isRedirectUri(uri, publicUrl);

describe("a redirect URI", () => {
  it.each([
    "https://app.example/back",
    "https://app.example:8443/?a=b",
    "http://localhost/x",
    "http://127.0.0.1:3000",
    "http://[::1]:9/a",
    "http://[::1]:65535",
    "https://app.example/@a",
  ])("%s is allowed", (uri) => expect(isAllowed(uri)).toBe(true));
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
  ])("%j is not allowed", (uri) => expect(isAllowed(uri)).toBe(false));

  it.each(["@", ":@", "a@", "a:b@"])("must not have the user information %j", (user) =>
    expect(isAllowed(`https://${user}app.example/`)).toBe(false),
  );

  it.each(["\u0000", "\u0007", "\u007f", "\u0085", "\u200b", "\u202e", "\u2028", "\ufeff", "\ud800", "\ue000", "é"])(
    "must not contain the character %j",
    (character) => expect(isAllowed(`https://app.example/a${character}b`)).toBe(false),
  );

  it("must not lead to this server", () => {
    const uris = [
      "https://offergraph.example/",
      "https://OFFERGRAPH.example:8443/f/x",
      "https://offergraph.example./",
      "https://offergraph%2Eexample/",
    ];
    for (const uri of uris) expect(isAllowed(uri), uri).toBe(false);
    expect(isAllowed("https://app.offergraph.example/")).toBe(true);
  });

  it("may lead to another port of the machine on which this server runs", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(isAllowed(`http://${host}:4000/back`, "http://localhost:4000"), host).toBe(false);
      expect(isAllowed(`http://${host}:4001/back`, "http://localhost:4000"), host).toBe(true);
      expect(isRegistered([`http://${host}/back`], `http://${host}:4000/back`, "http://127.0.0.1:4000"), host).toBe(false);
      expect(isRegistered([`http://${host}/back`], `http://${host}:50123/back`, "http://127.0.0.1:4000"), host).toBe(true);
    }
    expect(isAllowed("http://localhost:80/", "http://localhost")).toBe(false);
  });

  it("must be equal to a registered one, except for the port of a loopback URI", () => {
    const registered = ["https://app.example/back", "http://127.0.0.1:1/back?a=b"];
    for (const uri of [...registered, "http://127.0.0.1:65535/back?a=b", "http://127.0.0.1/back?a=b"])
      expect(isRegistered(registered, uri, own), uri).toBe(true);
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
    for (const uri of [...others, ...loopback]) expect(isRegistered(registered, uri, own), uri).toBe(false);
  });

  it("with any port leads to the same host", () => {
    const texts = fc.array(fc.constantFrom("http://", "127.0.0.1", "localhost", ":", "@", "/", "?", "80", "evil.example", ".", "\\", "#"));
    const property = (parts: string[]) => {
      const uri = parts.join("");
      if (isRegistered(["http://127.0.0.1/", "http://127.0.0.1"], uri, own)) expect(new URL(uri).hostname).toBe("127.0.0.1");
    };
    fc.assert(fc.property(texts, property));
  });

  it("keeps its own parameters", () => {
    expect(withParameters("https://app.example/?a=b", { code: "c&d", state: undefined })).toBe("https://app.example/?a=b&code=c%26d");
  });
});
