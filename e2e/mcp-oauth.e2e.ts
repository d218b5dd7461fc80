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
/** Redirect URLs that the browser requested from the app. */
const returned: URL[] = [];
/** Simulates the OAuth app on the user's device. */
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

/** Starts the OAuth flow, and returns the URL of the consent page. */
async function openConsent(provider: OAuthProvider) {
  const { transport, connect } = await open(provider);
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  if (!provider.opened) throw new Error("The client did not open the consent page.");
  return { transport, consent: provider.opened };
}

async function open(provider: OAuthProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: provider });
  const client = new Client({ name: "offergraph-tests", version: "1" });
  return { client, transport, connect: () => client.connect(transport) };
}

it("the official MCP client connects through the consent page, without an API key, and refreshes its tokens", async () => {
  const provider = new OAuthProvider(`${app}/back`);
  const { transport, consent } = await openConsent(provider);
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
  const query = "{ list_api_keys(filter: { kind: { equalTo: APP } }) { nodes { name state effectiveLevel } } }";
  const { list_api_keys: keys } = await asMember.data<{ list_api_keys: { nodes: object[] } }>(query);
  expect(keys.nodes).toEqual([{ name: "Test <agent> (127.0.0.1)", state: "ACTIVE", effectiveLevel: "READ" }]);

  await pageVisit(
    browser,
    consent.origin,
    async (page) => {
      await page.goto(`${consent.origin}/oauth/apps`);
      await page.getByLabel("Your session").fill(session);
      await page.getByRole("button", { name: "Show my apps" }).click();
      await page.getByRole("button", { name: "End access of Test <agent> (127.0.0.1)" }).click();
      await page.getByRole("status").waitFor();
      expect(await page.getByRole("listitem").count()).toBe(0);
    },
    { javaScriptEnabled: false },
  );
  const { connect: connectRevoked } = await open(provider);
  await expect(connectRevoked()).rejects.toThrow();
});

/** Connects an app as the consent page does. */
async function connectApp() {
  const { transport, consent } = await openConsent(new OAuthProvider(`${app}/back`));
  const body = new URLSearchParams({ session, level: "WRITE", decision: "allow" });
  const answer = await fetch(consent, { method: "POST", headers: { origin: consent.origin }, body, redirect: "manual" });
  await transport.finishAuth(new URL(answer.headers.get("location") ?? "data:").searchParams.get("code") ?? "");
}

it.each([
  ["a phone in light mode", { viewport: { width: 390, height: 800 }, colorScheme: "light" as const }],
  ["a desktop in dark mode", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
])("the consent page and the page of connected apps have no axe violations and no horizontal overflow on %s", async (_where, options) => {
  const { consent } = await openConsent(new OAuthProvider(`${app}/back`));
  await Promise.all([connectApp(), connectApp()]);
  await pageVisit(
    browser,
    consent.origin,
    async (page) => {
      await page.goto(consent.href);
      await page.getByLabel("Your session").fill("wrong");
      await page.getByRole("button", { name: "Allow access" }).click();
      await page.getByRole("alert").waitFor();
      await checkPage(page);
      await page.getByRole("link", { name: "Connected apps" }).click();
      await page.getByLabel("Your session").fill("wrong");
      await page.getByRole("button", { name: "Show my apps" }).click();
      await page.getByRole("alert").waitFor();
      await checkPage(page);
      await page.getByLabel("Your session").fill(session);
      await page.getByRole("button", { name: "Show my apps" }).click();
      const buttons = page.getByRole("button", { name: /^End access/ });
      await buttons.nth(1).click();
      await page.getByRole("status").waitFor();
      await checkPage(page);
      await buttons.first().click();
      await page.getByText("no connected apps").waitFor();
    },
    options,
  );
});
