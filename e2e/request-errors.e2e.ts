import { request } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { post } from "./src/client.js";
import { admin, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const list = { query: "{ list_discount_codes(first: 1) { nodes { rowId } } }" };
const write = { query: 'mutation { set_discount_tag_color(input: { name: "x", color: "red" }) { userErrors { code } } }' };

describe("a rejected request", () => {
  let workspace: Workspace;
  let url: string;
  beforeAll(async () => {
    workspace = await newWorkspace();
    url = `${(await readSystem()).baseUrl}/graphql/v1`;
  });
  const refusal = async (body: unknown, headers: Record<string, string>) => {
    const answer = await post(url, body, headers);
    const error = answer.body.errors?.[0];
    expect(answer.body).not.toHaveProperty("data");
    expect(error?.message).toMatch(/\w+/);
    expect(error?.extensions?.requestId).toBe(answer.headers["x-request-id"]);
    return `${answer.status} ${error?.extensions?.code}`;
  };
  const key = (options: string[]) => newKey(workspace.workspaceId, workspace.memberId, options);
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

  it("has the status and code of the violated rule", async () => {
    const publishable = await key(["--kind", "publishable", "--level", "READ", "--origin", "https://shop.example"]);
    const connection = await key(["--kind", "secret", "--level", "WRITE", "--connection", "01900000-0000-7000-8000-00000000c0de"]);
    const reader = await key(["--kind", "secret", "--level", "READ"]);
    const good = bearer(workspace.key);
    const lastSign = workspace.key.endsWith("0") ? "1" : "0";
    expect(await refusal(list, { ...good, "x-api-key": reader.key })).toBe("400 api_key_conflict");
    expect(await refusal(list, {})).toBe("401 api_key_missing");
    expect(await refusal(list, bearer("nonsense"))).toBe("401 api_key_invalid");
    expect(await refusal(list, bearer(workspace.key.slice(0, -1) + lastSign))).toBe("401 api_key_invalid");
    expect(await refusal(list, bearer(publishable.key))).toBe("403 secret_key_required");
    expect(await refusal(list, { ...bearer(publishable.key), origin: "https://shop.example" })).toBe("403 secret_key_required");
    expect(await refusal(list, { ...bearer(publishable.key), origin: "https://evil.example" })).toBe("403 origin_not_allowed");
    expect(await refusal(list, bearer(connection.key))).toBe("403 connection_key_not_supported");
    expect(await refusal(write, bearer(reader.key))).toBe("403 access_level_insufficient");
    expect(await refusal("{", good)).toMatch(/^400 /);
    expect(await refusal([list], good)).toMatch(/^400 /);
    expect(await refusal({ query: "{ nothing_like_it }" }, good)).toMatch(/^400 /);
    expect(await refusal({ query: '{ get_discount(id: "no-uuid") { rowId } }' }, good)).toMatch(/^400 /);
    expect(await refusal({ query: "query ($id: UUID!) { get_discount(id: $id) { rowId } }", variables: { id: "no-uuid" } }, good)).toMatch(
      /^400 /,
    );
    expect(await refusal({ query: `{ ${"a ".repeat(2100)}}` }, good)).toMatch(/^400 /);
    expect(
      await refusal({ query: `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: list_discount_codes { totalCount }`).join(" ")} }` }, good),
    ).toMatch(/^400 /);
    expect(await refusal({ query: "{ list_discount_codes(first: 1000) { nodes { placements { targets { kind } } } } }" }, good)).toMatch(
      /^400 /,
    );
    expect(await refusal({ query: list.query, padding: "x".repeat(1_100_000) }, good)).toMatch(/^413 /);
  });

  it("never exposes a stack, SQL, a host or a key", async () => {
    const answers = await Promise.all([
      post(url, list, bearer(`${workspace.key}x`)),
      post(url, { query: '{ list_discount_codes(filter: { code: { equalTo: "\\u0000" } }) { totalCount } }' }, bearer(workspace.key)),
      post(url, { query: "{ list_discount_codes(first: 1001) { totalCount } }" }, bearer(workspace.key)),
    ]);
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|SELECT|at .*\.js|node_modules|sk_live_/i);
    expect(answers[2]?.status).toBe(200);
    expect(answers[2]?.body.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT" });
  });

  it("a lowered role, a revoked key and a removed member apply to the next request", async () => {
    const { memberId } = await admin<{ memberId: string }>([
      ...["member", "add", "--workspace", workspace.workspaceId, "--name", "Mona", "--role", "ADMIN"],
    ]);
    const made = await newKey(workspace.workspaceId, memberId, ["--kind", "secret", "--level", "WRITE"]);
    const other = await newKey(workspace.workspaceId, memberId, ["--kind", "secret", "--level", "READ"]);
    const status = async (text: string) => {
      const answer = await post(url, list, bearer(text));
      return `${answer.status} ${answer.body.errors?.[0]?.extensions?.code ?? "ok"}`;
    };
    expect(await status(made.key)).toBe("200 ok");
    await admin(["key", "revoke", "--workspace", workspace.workspaceId, "--key", made.keyId]);
    expect(await status(made.key)).toBe("401 api_key_invalid");
    expect(await status(other.key)).toBe("200 ok");
    await admin(["member", "remove", "--workspace", workspace.workspaceId, "--member", memberId]);
    expect(await status(other.key)).toBe("403 api_key_creator_not_member");
  });

  it("cross-origin browser requests get no CORS headers", async () => {
    const answer = await request(url, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    await answer.body.dump();
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
