import type { Read } from "@offergraph/service/db/read";
import { effectiveLevel, type KeyKind } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { given, id, jsonOption, oneOf, words, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, table } from "@offergraph/shared/cli/output";
import { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command, InvalidArgumentError } from "commander";
import { readAllApiKeys } from "../db/api-keys.js";
import { readMembers } from "../db/members.js";
import { stateOf } from "../domain/api-keys.js";
import { createKey, revokeKey } from "../services/keys/keys.js";
import { firstOwner } from "../services/members/members.js";
import { requireWorkspace } from "../services/settings/settings.js";
import type { Tools } from "./tools.js";

interface Options {
  workspace: string;
  json: boolean;
}
interface CreateOptions extends Options {
  kind: KeyKind;
  level?: AccessLevel;
  member?: string;
  name?: string;
  expires?: Date;
  origin: string[];
  connection?: string;
  limit?: number;
  persistedOnly: boolean;
}

export function keyCommands(run: Run<Tools>): Command {
  const key = new Command("key").description("create, list and revoke API keys");
  return key.addCommand(createCommand(run)).addCommand(listCommand(run)).addCommand(revokeCommand(run));
}

function createCommand(run: Run<Tools>): Command {
  return new Command("create")
    .description("creates a key and shows the text of the key once")
    .addOption(workspaceOption())
    .option("--kind <kind>", "secret or publishable", oneOf<KeyKind>("SECRET", "PUBLISHABLE"), "SECRET")
    .option(
      "--level <level>",
      "access level: read, write or admin (default: write for a secret key, read for a publishable key)",
      oneOf<AccessLevel>("READ", "WRITE", "ADMIN"),
    )
    .option("--name <name>", "name of the key", words)
    .option("--expires <time>", "time after which the key is rejected, e.g. 2027-01-31T00:00:00Z", time)
    .option("--member <id>", "member who creates the key (default: the workspace's first owner)", id)
    .option(
      "--origin <origin...>",
      "origin that may use a publishable key, e.g. https://shop.example",
      (text, list: string[]) => [...list, ...origins(text)],
      [],
    )
    .option("--connection <id>", "id of the store connection for which the key may ingest records; the key can do nothing else", id)
    .option("--limit <number>", "maximum requests per minute; overrides the gateway's default", requestsAMinute)
    .option("--persisted-only", "restricts a secret key to the persisted operations of the key", false)
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json, kind, member, ...options }: CreateOptions) =>
      run(json, async ({ write }) => {
        const { apiKey, secret } = await write({ workspaceId, emits: [apiKeyCreated] }, async (tx) =>
          createKey(tx, member ?? (await firstOwner(tx)), {
            name: options.name ?? `${kind === "SECRET" ? "Secret" : "Publishable"} key`,
            kind,
            level: options.level ?? (kind === "SECRET" ? "WRITE" : "READ"),
            origins: options.origin,
            connectionId: options.connection ?? null,
            limitPerMinute: options.limit ?? null,
            persistedOnly: options.persistedOnly,
            expiresAt: options.expires ?? null,
          }),
        );
        const { rowId: keyId } = apiKey;
        const text = `${secret}\n\nSave the key now, because the service cannot show the key again. The id of the key is ${keyId}.`;
        return { json: { keyId, key: secret }, text };
      }),
    );
}

function listCommand(run: Run<Tools>): Command {
  return new Command("list")
    .description("lists the keys of a workspace, including revoked keys")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ reader }) => {
        const keys = await listKeys(reader(workspace), workspace);
        const rows = keys.map((found) => [
          found.keyId,
          found.name,
          `…${found.endsWith}`,
          found.kind.toLowerCase(),
          found.effectiveLevel.toLowerCase(),
          found.memberName,
          found.state.toLowerCase().replace("_", " "),
        ]);
        return { json: keys, text: table([["id", "name", "key", "kind", "level", "member", "state"], ...rows]) };
      }),
    );
}

function revokeCommand(run: Run<Tools>): Command {
  return new Command("revoke")
    .description("revokes a key immediately and permanently")
    .argument("[key]", "the key's id", id)
    .addOption(workspaceOption())
    .option("--key <id>", "same as the argument [key]", id)
    .addOption(jsonOption())
    .action((bare: string | undefined, { workspace, json, key: option }: Options & { key?: string }) =>
      run(json, async ({ write }) => {
        const keyId = given(option, bare, "key");
        await write({ workspaceId: workspace, emits: [apiKeyRevoked] }, (tx) => revokeKey(tx, keyId));
        return { json: { keyId }, text: `Revoked the key ${keyId}.` };
      }),
    );
}

async function listKeys(read: Read, workspaceId: string) {
  await requireWorkspace({ sql: read, workspaceId });
  const keys = await readAllApiKeys(read);
  const members = new Map((await readMembers(read, [...new Set(keys.map(({ createdBy }) => createdBy))])).map((one) => [one.rowId, one]));
  return keys.map(({ rowId: keyId, createdBy: memberId, suffix: endsWith, updatedAt, workspaceId: _, ...key }) => {
    const { role = "MEMBER", name = "", removedAt = null } = members.get(memberId) ?? {};
    const state = stateOf(key, removedAt === null, systemClock.now());
    return { keyId, memberId, memberName: name, endsWith, ...key, effectiveLevel: effectiveLevel(key.level, role), state };
  });
}

function time(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError("The value must be a time, such as 2027-01-31T00:00:00Z.");
  return at;
}

function origins(text: string): string[] {
  return text.split(",").map((origin) => origin.trim());
}

function requestsAMinute(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 1_000_000_000)
    throw new InvalidArgumentError("The value must be a whole number from 1 to 1000000000.");
  return number;
}
