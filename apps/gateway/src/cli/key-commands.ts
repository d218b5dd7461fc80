import { given, id, jsonOption, oneOf, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, table } from "@offergraph/shared/cli/output";
import { Command, InvalidArgumentError } from "commander";
import type { Key } from "../generated/prisma/client.js";
import type { KeyStore } from "../keys/store.js";

interface Options {
  workspace: string;
  json: boolean;
}
interface CreateOptions extends Options {
  kind: Key["kind"];
  level?: Key["level"];
  member?: string;
  origin: string[];
  connection?: string;
  limit?: number;
}

export function keyCommands(run: Run<KeyStore>): Command {
  const key = new Command("key").description("create, list and revoke API keys");
  return key.addCommand(createCommand(run)).addCommand(listCommand(run)).addCommand(revokeCommand(run));
}

function createCommand(run: Run<KeyStore>): Command {
  return new Command("create")
    .description("creates a key and shows it once")
    .addOption(workspaceOption())
    .option("--kind <kind>", "secret or publishable", oneOf<Key["kind"]>("SECRET", "PUBLISHABLE"), "SECRET")
    .option(
      "--level <level>",
      "access level: read, write or admin (default: write for a secret key, read for a publishable key)",
      oneOf<Key["level"]>("READ", "WRITE", "ADMIN"),
    )
    .option("--member <id>", "member who creates the key (default: the workspace's first owner)", id)
    .option(
      "--origin <origin...>",
      "origin that may use a publishable key, e.g. https://shop.example",
      (text, list: string[]) => [...list, ...origins(text)],
      [],
    )
    .option("--connection <id>", "limits the key to ingesting records for one connection", id)
    .option("--limit <number>", "maximum requests per minute; overrides the gateway's default", requestsAMinute)
    .addOption(jsonOption())
    .action(({ workspace, json, kind, level, member, origin, connection, limit }: CreateOptions) =>
      run(json, async (store) => {
        const made = await store.createKey({
          workspaceId: workspace,
          kind,
          level: level ?? (kind === "SECRET" ? "WRITE" : "READ"),
          memberId: member,
          origins: origin,
          connectionId: connection,
          limitPerMinute: limit,
        });
        return {
          json: made,
          text: `${made.key}\n\nSave the key now: it is not stored and cannot be shown again. Its id is ${made.keyId}.`,
        };
      }),
    );
}

function listCommand(run: Run<KeyStore>): Command {
  return new Command("list")
    .description("lists the keys of a workspace, including revoked ones")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async (store) => {
        const keys = await store.listKeys(workspace);
        const rows = keys.map((found) => [
          found.keyId,
          `…${found.endsWith}`,
          found.kind.toLowerCase(),
          found.effectiveLevel.toLowerCase(),
          found.memberName,
          found.revokedAt ? "revoked" : found.isMember ? "good" : "creator left",
        ]);
        return { json: keys, text: table([["id", "key", "kind", "level", "member", "state"], ...rows]) };
      }),
    );
}

function revokeCommand(run: Run<KeyStore>): Command {
  return new Command("revoke")
    .description("revokes a key immediately and permanently")
    .argument("[key]", "the key's id", id)
    .addOption(workspaceOption())
    .option("--key <id>", "same as the argument [key]", id)
    .addOption(jsonOption())
    .action((bare: string | undefined, { workspace, json, key: option }: Options & { key?: string }) =>
      run(json, async (store) => {
        const keyId = given(option, bare, "key");
        await store.revokeKey(workspace, keyId);
        return { json: { keyId }, text: `Revoked the key ${keyId}.` };
      }),
    );
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
