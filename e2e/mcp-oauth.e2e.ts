import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { startChromium } from "./src/chromium.js";
import { graphqlClient } from "./src/client.js";
import { OAuthProvider } from "./src/mcp/oauth-provider.js";
import { pageVisit } from "./src/page-visit.js";
import { admin, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

let [browser, workspace, baseUrl, session, app] = [undefined as unknown as Browser, undefined as unknown as Workspace, "", "", ""];
/** URLs that the browser has requested from the app. */
const returned: URL[] = [];
/** The app on the user's device to which the browser returns. */
const server = createServer(({ url = "" }, response) => {
  if (url.startsWith("/back")) returned.push(new URL(url, app));
  response.setHeader("content-type", "text/html").end("<title>Connected</title>");
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [browser, workspace, { baseUrl }] = await Promise.all([startChromium(), newWorkspace(), readSystem()]);
  const signIn = ["member", "sign-in", "--workspace", workspace.workspaceId, "--member", workspace.memberId];
  session = (await admin<{ key: string }>(signIn)).key;
});
afterAll(async () => {
  server.close();
  await browser?.close();
});

async function open(provider: OAuthProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: provider });
  const client = new Client({ name: "offergraph-tests", version: "1" });
  return { client, transport, connect: () => client.connect(transport) };
}

it("the official MCP client connects through the consent page, without an API key, and refreshes its tokens", async () => {
  const provider = new OAuthProvider(`${app}/back`);
  const { transport, connect } = await open(provider);
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const consent = provider.opened;
  if (!consent) throw new Error("The client did not open the consent page.");
  expect(consent.searchParams.get("scope")).toBe("read write");

  await pageVisit(
    browser,
    consent.origin,
    async (page) => {
      await page.goto(consent.href);
      expect(await page.getByRole("radio", { name: /^Read\./ }).isChecked()).toBe(true);
      await page.getByLabel("Your session").fill(session);
      await page.getByRole("button", { name: "Allow access" }).click();
      await page.waitForURL(`${app}/back?**`);
    },
    { leadsTo: app, javaScriptEnabled: false },
  );
  const { code = "", ...others } = Object.fromEntries(returned[0]?.searchParams ?? []);
  expect(others).toEqual({ state: "the state", iss: consent.origin });
  await transport.finishAuth(code);
  expect(provider.stored).toMatchObject({ token_type: "Bearer", scope: "read" });

  const { client, connect: connectAgain } = await open(provider);
  await connectAgain();
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);

  const first = provider.stored;
  if (first) provider.stored = { ...first, access_token: `${first.access_token.slice(0, -1)}!` };
  expect((await client.listTools()).tools).toHaveLength(tools.length);
  expect(provider.stored?.refresh_token).not.toBe(first?.refresh_token);
  await client.close();

  const asMember = graphqlClient(baseUrl, session);
  const query = "{ list_api_keys(filter: { kind: { equalTo: APP } }) { nodes { rowId name state effectiveLevel } } }";
  const { list_api_keys: keys } = await asMember.data<{ list_api_keys: { nodes: { rowId: string }[] } }>(query);
  expect(keys.nodes).toEqual([{ rowId: expect.any(String), name: "Test <agent> (127.0.0.1)", state: "ACTIVE", effectiveLevel: "READ" }]);
  await asMember.data("mutation ($id: UUID!) { revoke_api_key(input: { apiKeyId: $id }) { userErrors { code } } }", {
    id: keys.nodes[0]?.rowId,
  });
  const { connect: connectRevoked } = await open(provider);
  await expect(connectRevoked()).rejects.toThrow();
});

it.each([
  ["a phone in light mode", { viewport: { width: 390, height: 800 }, colorScheme: "light" as const }],
  ["a desktop in dark mode", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
])("the consent page has no axe violations and no horizontal overflow on %s", async (_where, options) => {
  const provider = new OAuthProvider(`${app}/back`);
  await expect((await open(provider)).connect()).rejects.toThrow(UnauthorizedError);
  const consent = provider.opened ?? new URL("data:");
  await pageVisit(
    browser,
    consent.origin,
    async (page) => {
      await page.goto(consent.href);
      await page.getByLabel("Your session").fill("wrong");
      await page.getByRole("button", { name: "Allow access" }).click();
      await page.getByRole("alert").waitFor();
      await checkPage(page);
    },
    options,
  );
});
