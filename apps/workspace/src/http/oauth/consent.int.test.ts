import { newId } from "@offergraph/shared/time/ids";
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
    ["invalid_client_metadata", { redirect_uris: [redirectUri], client_name: `Agent${"\u0335".repeat(5)}` }],
    ["invalid_client_metadata", { redirect_uris: [redirectUri], grant_types: ["client_credentials"] }],
  ])("refuse with %s: %j", async (error, metadata) => {
    const { status, body } = await app.register(metadata);
    expect([status, body.error]).toEqual([400, error]);
  });

  it("allow names with the combining marks of writing systems", async () => {
    for (const name of ["Thuê bao e\u0302\u0323", "ที่นี่", "1\ufe0f\u20e3 Agent"])
      expect((await app.register({ redirect_uris: [redirectUri], client_name: name })).body.client_name).toBe(name);
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

describe("the page of connected apps", () => {
  interface Item {
    name: string | undefined;
    facts: string[];
    id: string;
  }
  /** Reads the page's apps. */
  const read = async (response: Response) => {
    const html = await response.text();
    const items = [...html.matchAll(/<li>.*?<\/li>/gs)].map(
      ([item]): Item => ({
        name: /<h2>(.*)<\/h2>/.exec(item)?.[1],
        facts: [...item.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, fact = ""]) => fact.replace(/<[^>]*>/g, "")),
        id: /name="end" value="([^"]+)"/.exec(item)?.[1] ?? "",
      }),
    );
    const problem = /role="alert">([^<]*)/.exec(html)?.[1];
    return { status: response.status, html, items, problem, ticket: /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "" };
  };
  /** Adds a member who has the role MEMBER by default. `connect` returns the tokens of an app that the member connects. */
  const memberOf = async (own: App, role: "ADMIN" | "MEMBER" = "MEMBER") => {
    const memberId = await own.workspace.add(role);
    const session = await own.sessionOf(memberId);
    const connect = async (name: string, level = "READ", of = session) => {
      const { client_id = "" } = (await own.register({ client_name: name, redirect_uris: [redirectUri] })).body;
      const code = await own.newCode({ session: of, level }, { client_id, scope: "read write admin" });
      return { ...(await own.redeem(code, { client_id })).body, client_id };
    };
    return { memberId, session, connect };
  };
  const minute = () => fixture.clock.now().toISOString().slice(0, 16).replace("T", " ");
  const revocations = async (own: App) => (await own.workspace.events()).filter(({ what }) => what === "api_key.revoked");

  it("asks for a session, runs no script and cannot be framed", async () => {
    for (const response of [await app.visit("/oauth/apps"), await app.visit(`/oauth/apps?session=${app.session}&ticket=x`)]) {
      const { status, html, items } = await read(response);
      expect([status, items, html.includes('type="password"'), html.includes("ms_live_x")]).toEqual([200, [], true, false]);
      expect(html).not.toMatch(/<script|javascript:|src=|onclick/i);
      expect(response.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect([response.headers.get("x-frame-options"), response.headers.get("cache-control")]).toEqual(["DENY", "no-store"]);
    }
    expect(await (await app.show()).text()).toContain('<a href="apps">');
  });

  it("shows a member with the role MEMBER the own active apps, the newest first, and no session", async () => {
    const own = await oauthApp(fixture, { name: "Of the owner" });
    await own.connect();
    const { memberId, session, connect } = await memberOf(own);
    await connect("Ended");
    await connect("Expired");
    const { admin, clock } = fixture;
    await admin.query("UPDATE api_keys SET revoked_at = $1 WHERE name LIKE 'Ended %'", [clock.now()]);
    await admin.query("UPDATE api_keys SET expires_at = $1 WHERE name LIKE 'Expired %'", [clock.now()]);
    await connect("<First>", "WRITE");
    const first = minute();
    await admin.query("UPDATE api_keys SET last_used_at = $1 WHERE name LIKE '<First>%'", [clock.now()]);
    clock.advance(60_000);
    await connect("Second", "READ", await own.sessionOf(memberId));
    const { status, items, html } = await read(await own.manage({ session: ` ${session} ` }));
    expect(status).toBe(200);
    expect(items).toEqual([
      { name: "Second (localhost)", facts: ["Read", minute(), "never"], id: expect.any(String) },
      { name: "&lt;First&gt; (localhost)", facts: ["Read and write", first, first], id: expect.any(String) },
    ]);
    expect(html).toContain("<bdi>The MEMBER</bdi>");
    expect(html).toContain("<bdi>Tests</bdi>");
    expect(html).not.toContain(session);
    expect((await read(await own.manage({ session: own.session }))).items.map(({ name }) => name)).toEqual(["Of the owner (localhost)"]);
  });

  it("ends the access of an app at once; a repeat changes nothing", async () => {
    const own = await oauthApp(fixture);
    const { memberId, session, connect } = await memberOf(own);
    const [tokens, kept] = [await connect("Ended"), await connect("Kept")];
    const { items, ticket } = await read(await own.manage({ session }));
    const end = items.find(({ name }) => name?.startsWith("Ended"))?.id;
    for (let index = 0; index < 2; index += 1) {
      const answer = await read(await own.manage({ ticket, end }));
      expect([answer.status, answer.problem, answer.ticket]).toEqual([200, undefined, ticket]);
      expect(answer.html).toContain('role="status">The access of <bdi>Ended (localhost)</bdi> has ended.');
      expect(answer.items.map(({ name }) => name)).toEqual(["Kept (localhost)"]);
    }
    expect([await own.lookUp(tokens.access_token), (await own.lookUp(kept.access_token))?.is_revoked]).toEqual([undefined, false]);
    const refreshed = await own.refresh(tokens.refresh_token, { client_id: tokens.client_id });
    expect([refreshed.status, refreshed.body.error]).toEqual([400, "invalid_grant"]);
    expect(await revocations(own)).toMatchObject([{ recordId: end, data: { kind: "APP", memberId } }]);
    const { rows } = await fixture.admin.query(
      "SELECT event->>'actormemberid' AS actor FROM outbox_events WHERE workspace_id = $1 AND subject LIKE '%api_key.revoked%'",
      [own.workspace.workspaceId],
    );
    expect(rows).toEqual([{ actor: memberId }]);
    const last = await read(await own.manage({ ticket, end: (await read(await own.manage({ ticket }))).items[0]?.id }));
    expect([last.status, last.items, last.html.includes("no connected apps")]).toEqual([200, [], true]);
  });

  it("leaves no token of an app that refreshes its tokens at the same time", async () => {
    const own = await oauthApp(fixture);
    const tokens = await own.connect();
    const { items, ticket } = await read(await own.manage({ session: own.session }));
    const forms = Array.from({ length: 3 }, () => own.manage({ ticket, end: items[0]?.id }));
    const [{ body }] = await Promise.all([own.refresh(tokens.refresh_token), ...forms]);
    for (const token of [tokens.access_token, body.access_token ?? ""]) expect(await own.lookUp(token)).toBeUndefined();
    expect(await revocations(own)).toHaveLength(1);
  });

  it("gives the same answer for all ids that are not an app of the member, and changes nothing", async () => {
    const [own, foreign] = [await oauthApp(fixture), await oauthApp(fixture)];
    const { session, connect } = await memberOf(own);
    await connect("Kept");
    await own.connect();
    await foreign.connect();
    const { rows } = await fixture.admin.query<{ row_id: string }>("SELECT row_id FROM api_keys WHERE workspace_id = ANY ($1)", [
      [own.workspace.workspaceId, foreign.workspace.workspaceId],
    ]);
    const { items, ticket } = await read(await own.manage({ session }));
    const others = rows.map(({ row_id }) => row_id).filter((id) => id !== items[0]?.id);
    expect(others.length).toBeGreaterThanOrEqual(5);
    const answers = new Set<string>();
    for (const end of [...others, newId(), "x", "' OR 1=1", "\u0000"]) {
      const { status, html, problem } = await read(await own.manage({ ticket, end }));
      expect([status, problem]).toEqual([404, "You have not connected this app."]);
      answers.add(html);
    }
    expect(answers.size).toBe(1);
    expect([await revocations(own), await revocations(foreign)]).toEqual([[], []]);
  });

  it.each(["", "null", "https://evil.example"])("accepts no form from the origin %j", async (origin) => {
    const own = await oauthApp(fixture);
    await own.connect();
    const { items, ticket } = await read(await own.manage({ session: own.session }));
    for (const form of [{ session: own.session }, { ticket, end: items[0]?.id }, { session: "ms_live_wrong" }]) {
      const answer = await read(await own.manage(form, origin));
      expect([answer.status, answer.items, answer.html.includes("<form")]).toEqual([400, [], false]);
    }
    expect(await revocations(own)).toEqual([]);
  });

  it("needs a session that works, or the ticket of this session, which is valid for ten minutes", async () => {
    const { clock, admin } = fixture;
    const own = await oauthApp(fixture);
    const { memberId, session, connect } = await memberOf(own);
    const { access_token: token } = await connect("Kept");
    const { items, ticket } = await read(await own.manage({ session }));
    const end = items[0]?.id;
    const refused = async (form: Record<string, string | undefined>) => {
      const answer = await read(await own.manage({ ...form, end }));
      expect([form, answer.status, answer.items, answer.problem]).toEqual([form, 403, [], expect.stringMatching(/session/)]);
      expect(answer.html).toContain('type="password"');
    };
    for (const text of [undefined, "ms_live_x", other(session), token, ticket, "x".repeat(3_000)]) await refused({ session: text });
    for (const text of [other(ticket), `${ticket}.x`, ticket.split(".")[0], session, own.clientId, "x"]) await refused({ ticket: text });
    expect((await own.decide({ session: ticket })).status).toBe(403);
    expect((await own.manage({ session: "x".repeat(5_000) })).status).toBe(413);
    clock.advance(10 * 60_000);
    expect((await read(await own.manage({ ticket }))).items).toEqual(items);
    clock.advance(1);
    await refused({ ticket });

    const fresh = async (of: string) => (await read(await own.manage({ session: of }))).ticket;
    const [ended, expired] = [await own.sessionOf(memberId), await own.sessionOf(memberId)];
    const [ofEnded, ofExpired, ofSession] = [await fresh(ended), await fresh(expired), await fresh(session)];
    await own.endSession(ended);
    await refused({ ticket: ofEnded });
    await refused({ session: ended });
    await admin.query("UPDATE api_keys SET expires_at = $1 WHERE suffix = $2 AND kind = 'SESSION'", [clock.now(), expired.slice(-4)]);
    await refused({ ticket: ofExpired });
    await own.workspace.change(`remove_member(input: { memberId: "${memberId}" })`);
    await refused({ ticket: ofSession });
    await refused({ session });
    expect((await revocations(own)).map(({ data }) => data.kind)).toEqual(["SESSION"]);
  });

  it("shows the level that the member's role allows now", async () => {
    const own = await oauthApp(fixture);
    const { memberId, session, connect } = await memberOf(own, "ADMIN");
    await connect("Agent", "ADMIN");
    const accessOf = async () => (await read(await own.manage({ session }))).items[0]?.facts[0];
    expect(await accessOf()).toBe("Administer");
    await own.workspace.change(`set_member_role(input: { memberId: "${memberId}", role: MEMBER })`);
    expect(await accessOf()).toBe("Read and write");
  });

  it("refuses a field that occurs twice", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: publicUrl };
    const response = await app.visit("/oauth/apps", { method: "POST", headers, body: `session=${app.session}&session=x` });
    expect([response.status, (await response.text()).includes("session occurs more than once")]).toEqual([400, true]);
  });
});
