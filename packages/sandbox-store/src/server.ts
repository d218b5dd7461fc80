import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { readBody } from "@offergraph/shared/http/body";
import { stopServer } from "@offergraph/shared/http/stop-server";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import type { Logger } from "@offergraph/shared/log/logger";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { Settings } from "./env.js";
import { createReceiver } from "./receive.js";
import { sendPlan, sendRecords } from "./send-records.js";
import { Store } from "./store.js";
import { TroubleMaker } from "./trouble.js";

export interface RunningStore {
  url: string;
  stop(): Promise<void>;
}

const maxPlanBytes = 64 * 1024;

/** Serves one store for any number of connections. `POST /` accepts messages, and all other paths are for tests. */
export async function startStore(settings: Settings, log: Logger): Promise<RunningStore> {
  const store = await Store.open(settings.SANDBOX_STORE_FILE);
  const troubles = new TroubleMaker(`${settings.SANDBOX_STORE_FILE}.trouble.json`);
  const hanging = new Set<ServerResponse>();
  const receive = createReceiver({
    webhook: new Webhook(settings.SANDBOX_STORE_SECRET),
    store,
    troubles,
    log,
    onHang: (response) => {
      hanging.add(response);
      response.once("close", () => hanging.delete(response));
    },
  });
  const server = createServer((request, response) => {
    const work = request.method === "POST" && request.url === "/" ? receive(request, response) : look(request, response, store, troubles);
    work.catch((error: unknown) => {
      log.error({ err: error }, "Request failed");
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: "Internal error of the sandbox store." });
    });
  });
  server.keepAliveTimeout = 65_000;
  await once(server.listen(settings.PORT, settings.HOST), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${settings.HOST}:${port}`,
    async stop() {
      for (const response of hanging) response.destroy();
      await stopServer(server, log);
      await store.close();
    },
  };
}

async function look(request: IncomingMessage, response: ServerResponse, store: Store, troubles: TroubleMaker): Promise<void> {
  const [, connectionId, what] = /^\/connections\/([0-9a-f-]{36})\/(codes|pushes|credits)$/.exec(request.url ?? "") ?? [];
  const isTrouble = request.url === "/trouble";
  if (request.method === "GET" && connectionId && what === "codes") sendJson(response, 200, { codes: store.codes(connectionId) });
  else if (request.method === "GET" && connectionId && what === "credits")
    sendJson(response, 200, { credits: store.credits(connectionId), balances: store.balances(connectionId) });
  else if (request.method === "GET" && connectionId) sendJson(response, 200, { pushes: store.pushes(connectionId) });
  else if (request.method === "GET" && isTrouble) sendJson(response, 200, troubles.plan);
  else if (request.method === "PUT" && isTrouble) await setTrouble(request, response, troubles);
  else if (request.method === "POST" && request.url === "/send") await send(request, response);
  else sendJson(response, 404, { error: "Not found." });
}

/** Responds after Offergraph has confirmed all records. */
async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const plan = sendPlan.safeParse(parseJson((await readBody(request, maxPlanBytes)).toString()));
  if (!plan.success) return sendJson(response, 400, { error: z.prettifyError(plan.error) });
  try {
    sendJson(response, 200, await sendRecords(plan.data));
  } catch (error) {
    sendJson(response, 502, { error: (error as Error).message });
  }
}

async function setTrouble(request: IncomingMessage, response: ServerResponse, troubles: TroubleMaker): Promise<void> {
  const text = (await readBody(request, maxPlanBytes)).toString();
  try {
    troubles.set(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "The body must be JSON.";
    return sendJson(response, 400, { error: why });
  }
  sendJson(response, 200, troubles.plan);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(canonicalJson(body));
}
