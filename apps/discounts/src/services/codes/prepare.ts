import { readNameOwners } from "../../db/discount-codes.js";
import { readConnections } from "../../db/placements.js";
import type { ConnectionRow, DiscountCodeRecord } from "../../db/rows.js";
import type { PlacementPlan } from "../../db/write-placements.js";
import { isMissing, readBody } from "../../domain/body.js";
import { checkCrossFieldRules } from "../../domain/cross-field-rules.js";
import type { Patch, Path } from "../../domain/fields.js";
import { addTaken, type Name, namesOf } from "../../domain/names.js";
import { addUnknownConnection, readPlacements, type WantedPlacement } from "../../domain/placements.js";
import type { TagColors } from "../../domain/tags.js";
import type { DiscountCodeBody } from "../../generated/types.js";
import { fieldsOf } from "./event-data.js";
import type { CodeWrite } from "./write.js";

/** Input of a create or save. */
export interface Wanted {
  body: DiscountCodeBody;
  connectionId: string | undefined;
  /** Prefix of input paths: `["input"]`, or empty. */
  path: Path;
}

/** A validated create or save. */
export interface Prepared {
  patch: Patch;
  tags: TagColors | undefined;
  names: Name[];
  placements: PlacementPlan;
  connections: Map<string, ConnectionRow>;
}

/**
 * Validates a create or save by the rules and against the database, and adds all violations. `current`: the code to change;
 * `complete`: adds defaults to the patch of a new code.
 */
export async function prepare(
  write: CodeWrite,
  { body, connectionId, path }: Wanted,
  { creating, current, complete }: { creating: boolean; current: DiscountCodeRecord | undefined; complete(patch: Patch): Patch },
): Promise<Prepared> {
  const { violations } = write;
  const bodyPath = [...path, "body"];
  const { patch, tags } = readBody(body, { creating, path: bodyPath, ownAliases: current?.aliasedCodes ?? [], violations });
  const fields = current ? { ...fieldsOf(current), ...patch } : complete(patch);
  checkCrossFieldRules(fields, patch, bodyPath, violations);
  const names = namesOf(fields, patch, bodyPath, violations);
  await checkNames(write, names, current?.rowId);
  const noPlacements = isMissing(
    body.placements,
    "placements",
    { required: false, nullable: false },
    { creating, path: bodyPath, violations },
  );
  const listed = noPlacements ? undefined : readPlacements(body.placements ?? [], bodyPath, violations);
  const added =
    connectionId === undefined ? undefined : { connectionId: connectionId.toLowerCase(), child: null, path: [...path, "connectionId"] };
  const connections = await findConnections(write, [...(listed ?? []), ...(added ? [added] : [])]);
  return { patch, tags, names, placements: { listed, added }, connections };
}

async function checkNames({ read, violations }: CodeWrite, names: readonly Name[], except: string | undefined): Promise<void> {
  // A name that validation rejected may be invalid for the database too.
  const sound = names.filter(({ path }) => !violations.has(path));
  if (sound.length === 0) return;
  const owners = await readNameOwners(
    read,
    sound.map(({ key }) => key),
    except,
  );
  for (const name of sound) if (owners.has(name.key)) addTaken(name, violations);
}

/** Reads the connections of requested placements; each unknown one is a violation. */
export async function findConnections(
  { read, violations }: CodeWrite,
  wanted: readonly WantedPlacement[],
): Promise<Map<string, ConnectionRow>> {
  if (wanted.length === 0) return new Map();
  const rows = await readConnections(
    read,
    wanted.map(({ connectionId }) => connectionId),
  );
  const connections = new Map(rows.map((row) => [row.rowId, row]));
  for (const { connectionId, path } of wanted) if (!connections.has(connectionId)) addUnknownConnection(path, violations);
  return connections;
}
