import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { connectNats } from "@offergraph/service/messaging/connection";
import { startRegistration } from "@offergraph/service/registry/registration";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { waitUntil } from "../wait-until.js";
import { type Fleet, signingKey } from "./fleet.js";

interface Status {
  subgraphs: { name: string; version: string }[];
  refused: { subgraph: string; version: string; reasons: string[] }[];
}

const bad = [
  { version: "9.0.0", sdl: "extend type Query { broken: MissingType @access(level: READ) }", reason: /MissingType/ },
  { version: "9.1.0", sdl: "extend type Query { list_partners: Int @access(level: READ) }", reason: /list_partners/ },
  { version: "9.2.0", sdl: "extend type Query { open: String }", reason: /Query\.open has no @access/ },
];

/**
 * Registers versions of the forms service with bad schemas. The gateway must refuse each version, and must send no request to it. Returns
 * the violations.
 */
export async function proveRefusals(fleet: Fleet, gatewayUrl: string, log: (text: string) => void): Promise<string[]> {
  const violations: string[] = [];
  const forms = fleet.subgraphs.find(({ name }) => name === "forms");
  if (!forms) throw new Error("Invariant violated: no app named forms in apps/.");
  const silent = createLogger("rolling", "silent");
  const nats = connectNats({ url: fleet.natsUrlOf("forms"), name: "bad-version", log: silent });
  let connections = 0;
  const server = createServer().on("connection", () => {
    connections += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const committed = await readFile(path.join(forms.directory, "schema.graphql"), "utf8");
  const status = async () => ((await (await fetch(`${gatewayUrl}/health/ready`)).json()) as { schema: Status }).schema;
  const schemaBefore = await (await fetch(`${gatewayUrl}/schema.graphql`)).text();
  for (const { version, sdl, reason } of bad) {
    const registration = startRegistration({
      nats,
      signingKey,
      replica: { service: "forms", instance: newId(), version, url, registeredAt: new Date().toISOString() },
      sdl: `${committed}\n${sdl}`,
      manifest: "{}",
      log: silent,
    });
    const refused = await waitUntil(`${version} is refused`, async () =>
      (await status()).refused.find((one) => one.subgraph === "forms" && one.version === version),
    );
    if (!refused.reasons.some((one) => reason.test(one))) violations.push(`Unexpected reasons: ${refused.reasons.join("; ")}`);
    if ((await (await fetch(`${gatewayUrl}/schema.graphql`)).text()) !== schemaBefore) violations.push(`${version} changed the schema.`);
    await registration.stop();
    log(`forms ${version} refused: ${refused.reasons[0]}`);
    await waitUntil(`${version} is gone`, async () => (await status()).refused.length === 0);
  }
  if (connections > 0) violations.push(`A refused version got ${connections} connections.`);
  server.close();
  await nats.close();
  return violations;
}
