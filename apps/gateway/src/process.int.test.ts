import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { signingKey, testGateway } from "./testing/gateway.js";

const directory = fileURLToPath(new URL("..", import.meta.url));
const node = ["--conditions=source", "--import", "tsx"];
const query = "{ items { totalCount } }";

describe("the gateway's process", () => {
  it("logs ready with its URL, serves, and exits with 0 on SIGTERM", async () => {
    const gateway = await testGateway();
    const { key } = await gateway.newKey();
    const child = spawn(process.execPath, [...node, "src/main.ts"], {
      cwd: directory,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATABASE_URL: gateway.connectionString,
        GATEWAY_SIGNING_KEY: signingKey,
        SUBGRAPHS: `${gateway.subgraph.address.name}=${gateway.subgraph.address.url}`,
        SUPERGRAPH_CACHE: "/dev/null/none",
      },
    });
    try {
      let url = "";
      for await (const line of createInterface(child.stdout)) {
        const { msg, url: found } = JSON.parse(line) as { msg: string; url?: string };
        if (msg === "ready" && found) {
          url = found;
          break;
        }
      }
      const answer = await fetch(`${url}/graphql/v1`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });
      expect(await answer.json()).toEqual({ data: { items: { totalCount: 1 } } });
    } finally {
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
      await gateway.stop();
    }
  });
});
