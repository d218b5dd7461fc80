// An agent that works on one task over MCP. This program needs the package `@modelcontextprotocol/sdk`. README.md describes the options.
//   OFFERGRAPH_URL=http://localhost:4000 OFFERGRAPH_KEY=sk_live_… node examples/agent/main.mjs "Add the partner Mara Lind"
import { createInterface } from "node:readline/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { runAgent } from "./agent.mjs";
import { chatModel } from "./chat-model.mjs";
import { scriptedModel } from "./scripted-model.mjs";

const { OFFERGRAPH_URL = "http://localhost:4000", OFFERGRAPH_KEY = "", MODEL_URL, MODEL_NAME, MODEL_KEY } = process.env;
const [task = "Add the partner Mara Lind"] = process.argv.slice(2).filter((word) => word !== "--yes");
const model = MODEL_URL ? chatModel({ url: MODEL_URL, name: MODEL_NAME, key: MODEL_KEY }) : scriptedModel;

async function confirm() {
  if (process.argv.includes("--yes")) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Execute this call? [y/N] ");
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}

const mcp = new Client({ name: "offergraph-example-agent", version: "1.0.0" });
const headers = { authorization: `Bearer ${OFFERGRAPH_KEY}` };
await mcp.connect(new StreamableHTTPClientTransport(new URL(`${OFFERGRAPH_URL}/mcp`), { requestInit: { headers } }));
const text = await runAgent({ mcp, model, task, confirm, log: (line) => console.log(`${line}\n`) });
console.log(text);
await mcp.close();
