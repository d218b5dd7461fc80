import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { oauthApp, publicUrl, redirectUri } from "../../testing/oauth.js";

type App = Awaited<ReturnType<typeof oauthApp>>;
let fixture: Fixture;
let app: App;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  app = await oauthApp(fixture);
});
afterAll(() => fixture?.stop());

const other = (text: string) => text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");

describe("metadata and registration", () => {
  it("describe the server (RFC 8414) and can be read by web pages", async () => {
    const response = await app.visit("/.well-known/oauth-authorization-server");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    });
    const preflight = await app.visit("/oauth/register", { method: "OPTIONS", headers: { origin: "https://a.example" } });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "Content-Type, MCP-Protocol-Version"]);
  });

  it("make a public client, whatever the app asks for, and store nothing", async () => {
    const wish = { token_endpoint_auth_method: "client_secret_post", logo_uri: "https://a.example/a.png", scope: "admin" };
    const { status, body } = await app.register({ redirect_uris: ["https://a.example/back"], ...wish });
    expect([status, body.client_name, body.token_endpoint_auth_method, body.client_secret]).toEqual([201, "a.example", "none", undefined]);
  });

  it.each([
    ["invalid_client_metadata", "{"],
    ["invalid_redirect_uri", {}],
    ["invalid_redirect_uri", { redirect_uris: [] }],
    ["invalid_redirect_uri", { redirect_uris: ["http://a.example/"] }],
    ["invalid_redirect_uri", { redirect_uris: ["javascript:alert(1)"] }],
    ["invalid_redirect_uri", { redirect_uris: [redirectUri, `${publicUrl}/back`] }],
    ["invalid_redirect_uri", { redirect_uris: Array(9).fill(redirectUri) }],
    ["invalid_redirect_uri", { redirect_uris: Array(4).fill(`https://a.example/${"x".repeat(450)}`) }],
    ["invalid_client_metadata", { redirect_uris: [redirectUri], client_name: "x".repeat(81) }],
    ["invalid_client_metadata", { redirect_uris: [redirectUri], client_name: "Agent\u202etxet" }],
    ["invalid_client_metadata", { redirect_uris: [redirectUri], client_name: " " }],
    ["invalid_client_metadata", { redirect_uris: [redirectUri], grant_types: ["client_credentials"] }],
  ])("refuse with %s: %j", async (error, metadata) => {
    const { status, body } = await app.register(metadata);
    expect([status, body.error]).toEqual([400, error]);
  });

  it("refuse a huge request", async () => {
    const { status } = await app.register({ redirect_uris: [redirectUri], padding: "x".repeat(20_000) });
    expect(status).toBe(413);
  });
});

describe("the consent page", () => {
  it("names the app, its host and the scopes, runs no script and cannot be framed", async () => {
    const response = await app.show({ scope: "read" });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("<b>Agent</b>");
    expect(html).toContain("<b>localhost:7777</b>");
    expect(html.match(/name="level"/g)).toHaveLength(1);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; form-action 'self' http:\/\/localhost:7777; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(html).not.toMatch(/<script|javascript:|src=|onclick/i);
    expect((await (await app.show({ scope: "admin" })).text()).match(/name="level"/g)).toHaveLength(3);
  });

  it("lists what each level allows, and selects the lowest level", async () => {
    const html = await (await app.show({ scope: "read write admin" })).text();
    expect([...html.matchAll(/value="(\w+)" checked/g)].map(([, level]) => level)).toEqual(["READ"]);
    const labels = [...html.matchAll(/<label><input[^>]*value="(\w+)".*?<\/label>/gs)].map(([label, level]) => [level, label] as const);
    const mentioned = {
      READ: ["orders", "email addresses", "customers"],
      WRITE: ["delete", "push codes to stores", "rewards to customers", "credit", "export", "secrets of forms"],
      ADMIN: ["settings", "connections", "erase customers", "webhooks", "data of customers", "secrets", "members", "API keys"],
    };
    expect(labels.map(([level]) => level)).toEqual(Object.keys(mentioned));
    for (const [level, label] of labels)
      for (const words of mentioned[level as keyof typeof mentioned]) expect(label.replaceAll("\n", " "), level).toContain(words);
  });

  it("keeps the level that the member chose after a wrong session", async () => {
    const html = await (await app.decide({ session: "wrong", level: "WRITE" })).text();
    expect([...html.matchAll(/value="(\w+)" checked/g)].map(([, level]) => level)).toEqual(["WRITE"]);
  });

  it("shows the app's name as text", async () => {
    const name = `</b><script>alert("1")</script>'&`;
    const html = await (await (await oauthApp(fixture, { name })).show()).text();
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;/b&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;");
  });

  it("does not appear for an unknown app or redirect URI; the browser is not sent anywhere", async () => {
    const wrong = [
      { client_id: undefined },
      { client_id: other(app.clientId) },
      { client_id: "x".repeat(8_000) },
      { redirect_uri: undefined },
      { redirect_uri: "https://evil.example/" },
      { redirect_uri: "http://localhost:7777/back/../other" },
      { redirect_uri: "http://localhost.evil.example:7777/back" },
    ];
    for (const changes of wrong) {
      const response = await app.show(changes);
      const html = await response.text();
      expect([response.status, response.headers.get("location"), html.includes("<a ")]).toEqual([400, null, false]);
      const decision = await app.decide({}, changes);
      expect([decision.status, decision.headers.get("location")]).toEqual([400, null]);
    }
  });

  it("may return to another port of the device, but not to this server", async () => {
    expect((await app.show({ redirect_uri: "http://localhost:50123/back" })).status).toBe(200);
    expect((await app.show({ redirect_uri: `http://localhost:${new URL(publicUrl).port}/back` })).status).toBe(400);
  });

  it.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_request", { code_challenge: undefined }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_request", { code_challenge: "short" }],
    ["invalid_target", { resource: "https://other.example/mcp" }],
    ["invalid_target", { resource: `${publicUrl}/graphql/v1` }],
    ["invalid_scope", { scope: "read everything" }],
  ])("shows the error %s with a link, and no form: %j", async (error, changes) => {
    const response = await app.show(changes);
    const html = await response.text();
    expect([response.status, response.headers.get("location"), html.includes("<form")]).toEqual([400, null, false]);
    const back = new URL(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: "s 1", iss: publicUrl });
    expect((await app.decide({}, changes)).status).toBe(400);
  });

  it("refuses a parameter that occurs twice", async () => {
    const response = await app.visit("/oauth/authorize?client_id=a&client_id=b");
    expect([response.status, (await response.text()).includes("client_id occurs more than once")]).toEqual([400, true]);
  });
});

describe("the decision", () => {
  const resultOf = (response: Response) => {
    const { origin, pathname, searchParams } = new URL(response.headers.get("location") ?? "data:");
    return { status: response.status, to: `${origin}${pathname}`, ...Object.fromEntries(searchParams) };
  };

  it("leads back with a code, the state and the issuer; state may be missing", async () => {
    const expected = { status: 303, to: redirectUri, code: expect.stringMatching(/^\w{43}$/), iss: publicUrl };
    expect(resultOf(await app.decide())).toEqual({ ...expected, state: "s 1" });
    expect(resultOf(await app.decide({}, { state: undefined }))).toEqual(expected);
  });

  it("may be to deny, without a session", async () => {
    const denied = resultOf(await app.decide({ decision: "deny", session: undefined }));
    expect(denied).toMatchObject({ status: 303, to: redirectUri, error: "access_denied", state: "s 1", iss: publicUrl });
  });

  it.each(["", "null", "https://evil.example"])("must come from the server's own page, not from the origin %j", async (origin) => {
    for (const decision of ["allow", "deny"]) {
      const response = await app.decide({ decision }, {}, origin);
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    }
  });

  it("needs a working session", async () => {
    const { clock, admin } = fixture;
    const expired = await app.sessionOf(app.memberId);
    await admin.query("UPDATE api_keys SET expires_at = $1 WHERE suffix = $2 AND kind = 'SESSION'", [clock.now(), expired.slice(-4)]);
    const left = await app.workspace.add("ADMIN");
    const ofLeft = await app.sessionOf(left);
    await admin.query("UPDATE members SET removed_at = now() WHERE row_id = $1", [left]);
    const client = app.workspace.as(app.memberId, { isSession: true });
    const created = await client.data<{ create_api_key: { secret: string } }>(
      'mutation { create_api_key(input: { name: "k", level: ADMIN }) { secret } }',
    );
    const wrong = [undefined, "", "ms_live_x", other(app.session), expired, ofLeft, created.create_api_key.secret, "x".repeat(3_000)];
    for (const session of wrong) {
      const response = await app.decide({ session });
      const html = await response.text();
      expect([session, response.status, html.includes('role="alert"')]).toEqual([session, 403, true]);
      expect(html).not.toContain(session === undefined || session.length < 20 ? "\u0000" : session);
    }
    expect((await app.decide({ session: "x".repeat(5_000) })).status).toBe(413);
  });

  it("cannot exceed the scope of the request or the member's role", async () => {
    expect((await app.decide({ level: "ADMIN" })).status).toBe(400);
    expect((await app.decide({ level: "EVERYTHING" })).status).toBe(400);
    const member = await app.sessionOf(await app.workspace.add("MEMBER"));
    const refused = await app.decide({ session: member, level: "ADMIN" }, { scope: "admin" });
    expect([refused.status, (await refused.text()).includes("at most the level WRITE")]).toEqual([403, true]);
    expect((await app.decide({ session: member, level: "WRITE" }, { scope: "admin" })).status).toBe(303);
  });
});
