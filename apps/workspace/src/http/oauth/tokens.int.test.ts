import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { deleteOldTokensJob } from "../../jobs/delete-old-tokens.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { oauthApp, publicUrl } from "../../testing/oauth.js";

type App = Awaited<ReturnType<typeof oauthApp>>;
let fixture: Fixture;
let app: App;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  app = await oauthApp(fixture);
});
afterAll(() => fixture?.stop());

const verdict = ({ status, body }: { status: number; body: { error?: string } }) => `${status} ${body.error ?? "ok"}`;
const isAlive = async (of: App, token: string) => {
  const found = await of.lookUp(token);
  return found !== undefined && !found.is_revoked && found.is_member === true && (found.expires_at as Date) > fixture.clock.now();
};
const storedTokens = async ({ workspace }: App) => {
  const text =
    "SELECT count(*) FILTER (WHERE is_refresh)::int AS refresh, count(*) FILTER (WHERE NOT is_refresh)::int AS access FROM oauth_tokens WHERE workspace_id = $1";
  const { rows } = await fixture.admin.query<{ refresh: number; access: number }>(text, [workspace.workspaceId]);
  return rows[0];
};
/** Returns warnings about secrets that were used twice in the app's workspace. */
const warningsDuring = async ({ workspace }: App, run: () => Promise<unknown>) => {
  const warn = vi.spyOn(fixture.running.parts.log, "warn");
  try {
    await run();
    return warn.mock.calls.filter(([fields]) => (fields as { workspaceId?: string }).workspaceId === workspace.workspaceId);
  } finally {
    warn.mockRestore();
  }
};
const listed = async ({ workspace }: App) => {
  const query = "{ list_api_keys(filter: { kind: { equalTo: APP } }) { nodes { rowId name level memberId expiresAt state endsWith } } }";
  return (await workspace.as(workspace.owner).data<{ list_api_keys: { nodes: Record<string, string>[] } }>(query)).list_api_keys.nodes;
};

describe("an authorization code", () => {
  it("becomes an access token for an hour, which belongs to a key of the kind APP", async () => {
    const own = await oauthApp(fixture);
    const { status, headers, body } = await own.redeem(await own.newCode());
    expect([status, headers.get("cache-control"), headers.get("access-control-allow-origin")]).toEqual([200, "no-store", "*"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^at_live_[0-9A-Za-z]{38}$/),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^rt_live_\w{43}$/),
      scope: "read write",
    });
    const [key, ...more] = await listed(own);
    expect(more).toEqual([]);
    const days30 = new Date(fixture.clock.now().getTime() + 30 * 86_400_000).toISOString();
    const expected = { name: "Agent (localhost)", level: "WRITE", memberId: own.memberId, state: "ACTIVE", expiresAt: days30 };
    expect(key).toEqual({ ...expected, rowId: expect.any(String), endsWith: body.access_token.slice(-4) });
    expect(await own.lookUp(body.access_token)).toMatchObject({
      ...{ key_id: key?.rowId, kind: "APP", level: "WRITE", member_id: own.memberId, is_revoked: false, is_member: true },
      expires_at: new Date(fixture.clock.now().getTime() + 3_600_000),
    });
    expect(await own.lookUp(body.refresh_token)).toBeUndefined();
    const { rows } = await fixture.admin.query("SELECT * FROM oauth_tokens");
    expect(JSON.stringify(rows)).not.toContain(body.refresh_token);
    const events = await own.workspace.events();
    expect(events.at(-1)).toMatchObject({ what: "api_key.created", recordId: key?.rowId, data: { kind: "APP", level: "WRITE" } });
  });

  it("has the level that the member chose", async () => {
    const { body } = await app.redeem(await app.newCode({ level: "READ" }));
    expect([body.scope, (await app.lookUp(body.access_token))?.level]).toEqual(["read", "READ"]);
  });

  it("is refused with another verifier, client, redirect URI or resource, and works afterwards", async () => {
    const code = await app.newCode();
    const { clientId: stranger } = await oauthApp(fixture, { name: "Other" });
    const refused = async (changes: Record<string, string | undefined>) => verdict(await app.redeem(code, changes));
    expect(await refused({ code_verifier: "x".repeat(43) })).toBe("400 invalid_grant");
    expect(await refused({ code_verifier: undefined })).toBe("400 invalid_grant");
    expect(await refused({ code_verifier: app.challenge })).toBe("400 invalid_grant");
    expect(await refused({ client_id: stranger })).toBe("400 invalid_grant");
    expect(await refused({ client_id: undefined })).toBe("401 invalid_client");
    expect(await refused({ redirect_uri: "http://localhost:7778/back" })).toBe("400 invalid_grant");
    expect(await refused({ resource: "https://other.example/mcp" })).toBe("400 invalid_target");
    expect(await refused({ grant_type: "password" })).toBe("400 unsupported_grant_type");
    expect(await refused({ code: undefined })).toBe("400 invalid_request");
    expect(await refused({ code: `${code}x` })).toBe("400 invalid_grant");
    expect(await refused({ code: `a\u0000${"é".repeat(1_000)}` })).toBe("400 invalid_grant");
    expect(verdict(await app.redeem(code, { redirect_uri: undefined }))).toBe("200 ok");
  });

  it("expires after 60 seconds, and gives no access to a member who left or has a lower role", async () => {
    const own = await oauthApp(fixture);
    const admin = await own.workspace.add("ADMIN");
    const session = await own.sessionOf(admin);
    const [late, lowered, left] = [
      await own.newCode(),
      await own.newCode({ session, level: "ADMIN" }, { scope: "admin" }),
      await own.newCode({ session }),
    ];
    await fixture.admin.query("UPDATE members SET role = 'MEMBER' WHERE row_id = $1", [admin]);
    expect(verdict(await own.redeem(lowered))).toBe("400 invalid_grant");
    await fixture.admin.query("UPDATE members SET removed_at = now() WHERE row_id = $1", [admin]);
    expect(verdict(await own.redeem(left))).toBe("400 invalid_grant");
    fixture.clock.advance(60_000);
    expect(verdict(await own.redeem(late))).toBe("400 invalid_grant");
    expect(await listed(own)).toEqual([]);
  });

  it("works once: of 50 concurrent requests one gets tokens, and the reuse revokes them", async () => {
    const own = await oauthApp(fixture);
    const code = await own.newCode();
    let answers: Awaited<ReturnType<App["redeem"]>>[] = [];
    const warnings = await warningsDuring(own, async () => {
      answers = await Promise.all(Array.from({ length: 50 }, () => own.redeem(code)));
    });
    const [key] = await listed(own);
    const logged = { workspaceId: own.workspace.workspaceId, keyId: key?.rowId, app: "Agent (localhost)", secret: "code" };
    expect(warnings).toEqual([[logged, "OAuth secret used twice; revoked the access of the app"]]);
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(new Set(answers.map(verdict))).toEqual(new Set(["200 ok", "400 invalid_grant"]));
    expect(await isAlive(own, good[0]?.body.access_token ?? "")).toBe(false);
    expect((await listed(own)).map(({ state }) => state)).toEqual(["REVOKED"]);
    expect((await own.workspace.events()).filter(({ what }) => what === "api_key.revoked")).toHaveLength(1);
  });

  it("used again without the verifier does not end the app, because others may have seen the code", async () => {
    const own = await oauthApp(fixture);
    const code = await own.newCode();
    const { access_token: access } = (await own.redeem(code)).body;
    for (const changes of [{ code_verifier: "x".repeat(43) }, { code_verifier: own.challenge }])
      expect(verdict(await own.redeem(code, changes))).toBe("400 invalid_grant");
    expect(await isAlive(own, access)).toBe(true);
    expect(verdict(await own.redeem(code))).toBe("400 invalid_grant");
    expect(await isAlive(own, access)).toBe(false);
  });

  it("is refused after the member has revoked the session, also concurrently", async () => {
    const own = await oauthApp(fixture);
    const [code, raced] = [await own.newCode(), await own.newCode({ session: await own.sessionOf(own.memberId) })];
    await own.endSession();
    expect(verdict(await own.redeem(code))).toBe("400 invalid_grant");
    expect(verdict(await own.redeem(raced))).toBe("200 ok");
    const session = await own.sessionOf(own.memberId);
    const late = await own.newCode({ session });
    const [{ body }] = await Promise.all([own.redeem(late), own.endSession(session)]);
    expect(await isAlive(own, body.access_token ?? "")).toBe(false);
  });

  it("of an app that registers again replaces the least recently used of ten connections", async () => {
    const own = await oauthApp(fixture);
    const other = await own.workspace.add("MEMBER");
    const { body: foreign } = await own.redeem(await own.newCode({ session: await own.sessionOf(other) }));
    const all = [];
    for (let index = 0; index < 10; index += 1) {
      all.push(await own.connect());
      fixture.clock.advance(1_000);
    }
    const [first, second, ...rest] = all;
    const used = (await listed(own)).find(({ endsWith }) => endsWith === first?.access_token.slice(-4));
    await fixture.admin.query("UPDATE api_keys SET last_used_at = $1 WHERE row_id = $2", [fixture.clock.now(), used?.rowId]);
    const last = await own.connect();
    expect(await isAlive(own, second?.access_token ?? "")).toBe(false);
    for (const tokens of [foreign, first, ...rest, last]) expect(await isAlive(own, tokens?.access_token ?? "")).toBe(true);
  });

  it("connects at most 100 apps, not counting the apps of removed members", async () => {
    const own = await oauthApp(fixture);
    const member = await own.workspace.add("MEMBER");
    await own.connect();
    await fixture.admin.query(
      `INSERT INTO api_keys SELECT (jsonb_populate_record(k, jsonb_build_object('row_id', gen_random_uuid(), 'created_by', $2::uuid, 'hash', encode(sha256(n::text::bytea), 'hex')))).*
       FROM api_keys k, generate_series(1, 99) n WHERE k.workspace_id = $1 AND k.kind = 'APP'`,
      [own.workspace.workspaceId, member],
    );
    expect(verdict(await own.redeem(await own.newCode()))).toBe("400 invalid_grant");
    await own.workspace.change(`remove_member(input: { memberId: "${member}" })`);
    expect(verdict(await own.redeem(await own.newCode()))).toBe("200 ok");
  });
});

describe("a refresh token", () => {
  it("is replaced by each use, and extends the access; older access tokens work until their end", async () => {
    const own = await oauthApp(fixture);
    const first = await own.connect();
    fixture.clock.advance(30 * 60_000);
    const { status, body: second } = await own.refresh(first.refresh_token, { resource: `${publicUrl}/mcp` });
    expect([status, second.scope]).toEqual([200, "read write"]);
    expect([await isAlive(own, first.access_token), await isAlive(own, second.access_token)]).toEqual([true, true]);
    const [key] = await listed(own);
    expect(key?.expiresAt).toBe(new Date(fixture.clock.now().getTime() + 30 * 86_400_000).toISOString());
    fixture.clock.advance(30 * 60_000);
    expect([await isAlive(own, first.access_token), await isAlive(own, second.access_token)]).toEqual([false, true]);
  });

  it("can narrow the scope of the access token, and keeps its own scope (RFC 6749 6)", async () => {
    const own = await oauthApp(fixture);
    const first = await own.connect();
    const { body: narrow } = await own.refresh(first.refresh_token, { scope: "read" });
    expect([narrow.scope, (await own.lookUp(narrow.access_token))?.level]).toEqual(["read", "READ"]);
    expect((await own.lookUp(first.access_token))?.level).toBe("WRITE");
    const { body: wide } = await own.refresh(narrow.refresh_token);
    expect([wide.scope, (await own.lookUp(wide.access_token))?.level]).toEqual(["read write", "WRITE"]);
    expect(verdict(await own.refresh(wide.refresh_token, { scope: "read nothing" }))).toBe("400 invalid_scope");
    expect((await listed(own)).map(({ level }) => level)).toEqual(["WRITE"]);
  });

  it("can be used 30 times within an hour, so that a thief cannot make the service forget the stolen token", async () => {
    const own = await oauthApp(fixture);
    const stolen = await own.connect();
    const used = [stolen];
    const refreshNewest = async () => {
      const answer = await own.refresh(used.at(-1)?.refresh_token ?? "");
      if (answer.status === 200) used.push(answer.body);
      return answer;
    };
    for (let index = 0; index < 30; index += 1) {
      expect(verdict(await refreshNewest())).toBe("200 ok");
      fixture.clock.advance(1_000);
    }
    expect(await storedTokens(own)).toEqual({ refresh: 31, access: 21 });
    const live = used.at(-1)?.access_token ?? "";
    for (const refused of [await refreshNewest(), await refreshNewest()]) {
      expect([verdict(refused), refused.headers.get("retry-after")]).toEqual(["429 temporarily_unavailable", String(3_600 - 30)]);
      expect(refused.headers.get("access-control-expose-headers")).toBe("Retry-After");
    }
    fixture.clock.advance((3_600 - 30) * 1_000 - 1);
    expect([(await refreshNewest()).headers.get("retry-after"), await isAlive(own, live)]).toEqual(["1", true]);
    fixture.clock.advance(1);
    expect(verdict(await refreshNewest())).toBe("200 ok");
    const newest = used.at(-1)?.access_token ?? "";
    expect(verdict(await own.refresh(stolen.refresh_token))).toBe("400 invalid_grant");
    expect(await isAlive(own, newest)).toBe(false);
  });

  it("stays for a day after its use, and among the newest 20 until it expires", async () => {
    const own = await oauthApp(fixture);
    const used = [await own.connect()];
    const refreshTimes = async (times: number) => {
      for (let index = 0; index < times; index += 1) {
        used.push((await own.refresh(used.at(-1)?.refresh_token ?? "")).body);
        fixture.clock.advance(1_000);
      }
    };
    await refreshTimes(23);
    fixture.clock.advance(86_400_000 - 23_000);
    await refreshTimes(1);
    expect(await storedTokens(own)).toEqual({ refresh: 25, access: 21 });
    fixture.clock.advance(86_400_000);
    await refreshTimes(1);
    expect(await storedTokens(own)).toEqual({ refresh: 21, access: 21 });
    const live = used.at(-1)?.access_token ?? "";
    expect(verdict(await own.refresh(used[4]?.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect(await isAlive(own, live)).toBe(true);
    expect(verdict(await own.refresh(used[5]?.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect(await isAlive(own, live)).toBe(false);
  });

  it("is refused for another client, a higher scope or another resource, and works afterwards", async () => {
    const own = await oauthApp(fixture);
    const { refresh_token: token, access_token: access } = await own.connect();
    const { clientId: stranger } = await oauthApp(fixture, { name: "Other" });
    expect(verdict(await own.refresh(token, { client_id: stranger }))).toBe("400 invalid_grant");
    expect(verdict(await own.refresh(token, { scope: "admin" }))).toBe("400 invalid_scope");
    expect(verdict(await own.refresh(token, { resource: "https://other.example" }))).toBe("400 invalid_target");
    expect(verdict(await own.refresh(access))).toBe("400 invalid_grant");
    expect(verdict(await own.refresh("rt_live_unknown"))).toBe("400 invalid_grant");
    expect(verdict(await own.refresh(token, { refresh_token: undefined }))).toBe("400 invalid_request");
    expect(verdict(await own.refresh(token))).toBe("200 ok");
  });

  it("used twice, also concurrently, ends the app's access", async () => {
    const own = await oauthApp(fixture);
    const first = await own.connect();
    let answers: Awaited<ReturnType<App["refresh"]>>[] = [];
    const warnings = await warningsDuring(own, async () => {
      answers = await Promise.all(Array.from({ length: 5 }, () => own.refresh(first.refresh_token)));
    });
    expect(warnings.map(([fields]) => fields)).toMatchObject([{ app: "Agent (localhost)", secret: "refresh token" }]);
    expect(await storedTokens(own)).toEqual({ refresh: 0, access: 0 });
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    const { access_token: access = "", refresh_token: next = "" } = good[0]?.body ?? {};
    expect([await isAlive(own, first.access_token), await isAlive(own, access)]).toEqual([false, false]);
    expect(verdict(await own.refresh(next))).toBe("400 invalid_grant");
  });

  it("expires after 30 days without use", async () => {
    const own = await oauthApp(fixture);
    const { refresh_token: token } = await own.connect();
    fixture.clock.advance(30 * 86_400_000);
    expect(verdict(await own.refresh(token))).toBe("400 invalid_grant");
    expect((await listed(own)).map(({ state }) => state)).toEqual(["EXPIRED"]);
  });
});

describe("the access of an app", () => {
  it("ends with revoke_api_key", async () => {
    const own = await oauthApp(fixture);
    const tokens = await own.connect();
    const [key] = await listed(own);
    const { revoke_api_key: revoked } = await own.workspace
      .as(own.memberId, { isSession: true })
      .data<{ revoke_api_key: object }>(
        `mutation { revoke_api_key(input: { apiKeyId: "${key?.rowId}" }) { apiKey { state } userErrors { code } } }`,
      );
    expect(revoked).toEqual({ apiKey: { state: "REVOKED" }, userErrors: [] });
    expect(await isAlive(own, tokens.access_token)).toBe(false);
    expect(verdict(await own.refresh(tokens.refresh_token))).toBe("400 invalid_grant");
    expect(await storedTokens(own)).toEqual({ refresh: 0, access: 0 });
  });

  it("ends with the session with which the member allowed it, but does not expire with the session", async () => {
    const own = await oauthApp(fixture);
    const first = await own.connect();
    const { body: kept } = await own.redeem(await own.newCode({ session: await own.sessionOf(own.memberId) }));
    fixture.clock.advance(2 * 3_600_000);
    const { body: tokens } = await own.refresh(first.refresh_token);
    expect(await isAlive(own, tokens.access_token)).toBe(true);
    await own.endSession();
    expect(await isAlive(own, tokens.access_token)).toBe(false);
    expect(verdict(await own.refresh(tokens.refresh_token))).toBe("400 invalid_grant");
    expect((await own.workspace.events()).filter(({ what }) => what === "api_key.revoked").map(({ data }) => data.kind)).toEqual([
      "SESSION",
      "APP",
    ]);
    expect(verdict(await own.refresh(kept.refresh_token))).toBe("200 ok");
  });

  it.each(["access_token", "refresh_token"] as const)("ends with its %s at the revocation endpoint (RFC 7009)", async (kind) => {
    const own = await oauthApp(fixture);
    const tokens = await own.connect();
    const { clientId: stranger } = await oauthApp(fixture, { name: "Other" });
    expect(verdict(await own.revoke(tokens[kind], { client_id: stranger }))).toBe("400 invalid_grant");
    expect(await isAlive(own, tokens.access_token)).toBe(true);
    expect(verdict(await own.revoke(tokens[kind]))).toBe("200 ok");
    expect(await isAlive(own, tokens.access_token)).toBe(false);
    expect(verdict(await own.revoke(tokens[kind]))).toBe("200 ok");
    expect(verdict(await own.revoke("unknown"))).toBe("200 ok");
    expect(verdict(await own.revoke("", {}))).toBe("400 invalid_request");
  });

  it("ends when the member leaves, and falls with the member's role", async () => {
    const own = await oauthApp(fixture);
    const admin = await own.workspace.add("ADMIN");
    const session = await own.sessionOf(admin);
    const { body: tokens } = await own.redeem(await own.newCode({ session, level: "ADMIN" }, { scope: "admin" }));
    await own.workspace.change(`set_member_role(input: { memberId: "${admin}", role: MEMBER })`);
    expect(await own.lookUp(tokens.access_token)).toMatchObject({ level: "ADMIN", role: "MEMBER" });
    const { body: lower } = await own.refresh(tokens.refresh_token);
    expect(lower.scope).toBe("read write");
    await own.workspace.change(`remove_member(input: { memberId: "${admin}" })`);
    expect(await isAlive(own, lower.access_token)).toBe(false);
    expect(verdict(await own.refresh(lower.refresh_token))).toBe("400 invalid_grant");
  });

  it("does not count toward the limit of API keys, and another workspace cannot see it", async () => {
    const [own, other] = [await oauthApp(fixture), await oauthApp(fixture)];
    await own.connect();
    expect(await listed(other)).toEqual([]);
  });
});

it("a job deletes codes and tokens an hour after their end, and keeps the others", async () => {
  const own = await oauthApp(fixture);
  const { workspaceId } = own.workspace;
  const first = await own.connect();
  fixture.clock.advance(2 * 3_600_000 + 1);
  const { body: second } = await own.refresh(first.refresh_token);
  const { database } = fixture.running.parts;
  const run = () => database.transaction({ workspaceId }, async (tx) => deleteOldTokensJob.run?.(tx));
  await fixture.admin.query("UPDATE oauth_retention SET due_at = $1 WHERE workspace_id = $2", [fixture.clock.now(), workspaceId]);
  expect(await run()).toBe(false);
  expect([await own.lookUp(first.access_token), await isAlive(own, second.access_token)]).toEqual([undefined, true]);
  const { rows } = await fixture.admin.query(
    "SELECT (SELECT count(*)::int FROM oauth_codes WHERE workspace_id = $1) AS codes, count(*)::int AS tokens FROM oauth_tokens WHERE workspace_id = $1",
    [workspaceId],
  );
  expect(rows).toEqual([{ codes: 0, tokens: 3 }]);
  expect(verdict(await own.refresh(first.refresh_token))).toBe("400 invalid_grant");
  expect(await isAlive(own, second.access_token)).toBe(false);
});
