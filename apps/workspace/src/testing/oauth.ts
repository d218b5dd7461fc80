import { createHash, randomBytes } from "node:crypto";
import { commandTx } from "@offergraph/service/tx/run-command";
import { hashKey } from "@offergraph/shared/access/api-key";
import { apiKeyCreated } from "@offergraph/shared/contracts/events/workspace";
import { visitorOf } from "@offergraph/testkit/visitor";
import { signIn } from "../services/keys/keys.js";
import type { Fixture } from "./fixture.js";
import { testWorkspace } from "./workspaces.js";

export const publicUrl = "http://127.0.0.1:4000";
export const redirectUri = "http://localhost:7777/back";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  error?: string;
}
type Changes = Readonly<Record<string, string | undefined>>;
interface Answered<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

const formOf = (values: Changes) =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Creates an app, a workspace, and the member who allows or denies the app's access. */
export async function oauthApp(fixture: Fixture, { role = "OWNER" as const, name = "Agent" } = {}) {
  const { running, admin, clock } = fixture;
  const workspace = await testWorkspace(fixture);
  const memberId = role === "OWNER" ? workspace.owner : await workspace.add(role);
  const visit = visitorOf(running.url, () => clock.now());
  const sessionOf = async (id: string, hours = 1) => {
    const { workspaceId } = workspace;
    const options = { workspaceId, emits: [apiKeyCreated] };
    return (await running.parts.database.transaction(options, (tx) => signIn(commandTx(tx) as never, id, hours))).secret;
  };
  const json = async <Body>(response: Response): Promise<Answered<Body>> => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body,
  });
  const register = async (metadata: unknown) =>
    json<Record<string, string>>(await visit("/oauth/register", { method: "POST", body: JSON.stringify(metadata) }));
  const clientId = (await register({ client_name: name, redirect_uris: [redirectUri] })).body.client_id ?? "";
  const session = await sessionOf(memberId);
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");

  const authorizeUrl = (changes: Changes = {}) => {
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    const request = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: "read write", state: "s 1", ...pkce };
    return `/oauth/authorize?${formOf({ ...request, resource: `${publicUrl}/mcp`, ...changes })}`;
  };
  const show = (changes?: Changes) => visit(authorizeUrl(changes));
  const submit = (path: string, form: Changes, origin: string) =>
    visit(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...(origin !== "" && { origin }) },
      body: formOf(form).toString(),
    });
  /** Submits the consent form. */
  const decide = (form: Changes = {}, changes?: Changes, origin = publicUrl) =>
    submit(authorizeUrl(changes), { session, level: "WRITE", decision: "allow", ...form }, origin);
  const post = async (path: string, values: Changes) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return json<Tokens>(await visit(path, { method: "POST", headers, body: formOf(values).toString() }));
  };
  const newCode = async (form?: Changes, changes?: Changes) => {
    const response = await decide(form, changes);
    const { searchParams } = new URL(response.headers.get("location") ?? `data:${response.status} ${await response.text()}`);
    return searchParams.get("code") ?? "";
  };
  const redeem = (code: string, changes: Changes = {}) => {
    const request = { grant_type: "authorization_code", client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier };
    return post("/oauth/token", { ...request, code, resource: `${publicUrl}/mcp`, ...changes });
  };
  return {
    workspace,
    memberId,
    session,
    sessionOf,
    clientId,
    verifier,
    challenge,
    visit,
    register,
    show,
    decide,
    /** Submits a form on the page of connected apps. */
    manage: (form: Changes, origin = publicUrl) => submit("/oauth/apps", form, origin),
    newCode,
    redeem,
    refresh: (token: string, changes: Changes = {}) =>
      post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...changes }),
    revoke: (token: string, changes: Changes = {}) => post("/oauth/revoke", { client_id: clientId, token, ...changes }),
    connect: async () => (await redeem(await newCode())).body,
    /** Revokes a session with revoke_api_key. */
    async endSession(text = session) {
      const { rows } = await admin.query<{ row_id: string }>("SELECT row_id FROM api_keys WHERE hash = $1", [hashKey(text)]);
      const revoke = `mutation { revoke_api_key(input: { apiKeyId: "${rows[0]?.row_id}" }) { userErrors { message } } }`;
      return workspace.as(workspace.owner, { isSession: true }).data(revoke);
    },
    /** Looks up a token in the same way as the gateway. */
    async lookUp(token: string) {
      const { rows } = await admin.query("SELECT * FROM credential_lookups WHERE hash = $1", [hashKey(token)]);
      return rows[0] as Record<string, unknown> | undefined;
    },
  };
}
