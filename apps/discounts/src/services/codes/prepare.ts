import { readConnections } from "../../db/connections.js";
import { readNameOwners } from "../../db/names.js";
import type { ConnectionRow, DiscountCodeRecord } from "../../db/rows.js";
import { isMissing, readBody, type TagColors } from "../../domain/body.js";
import { checkCrossFieldRules, type Patch, type Path } from "../../domain/fields.js";
import { addTaken, type Name, namesOf } from "../../domain/names.js";
import { addUnknownConnection, type PlacementPlan, readPlacements, type WantedPlacement } from "../../domain/placements.js";
import type { DiscountCodeBody } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";
import { fieldsOf } from "./events.js";

export interface Wanted {
  body: DiscountCodeBody;
  connectionId: string | undefined;
  /** Prefix of input paths: `["input"]`, or empty. */
  path: Path;
}

export interface Prepared {
  patch: Patch;
  tags: TagColors | undefined;
  names: Name[];
  placements: PlacementPlan;
  connections: Map<string, ConnectionRow>;
}

/**
 * Validates a create or save by the rules and against the database, and adds all errors. `current`: the code to change;
 * `complete`: adds defaults to the patch of a new code.
 */
export async function prepare(
  tx: MutationTx,
  { body, connectionId, path }: Wanted,
  { creating, current, complete }: { creating: boolean; current: DiscountCodeRecord | undefined; complete(patch: Patch): Patch },
): Promise<Prepared> {
  const { errors: violations } = tx;
  const bodyPath = [...path, "body"];
  const { patch, tags } = readBody(body, { creating, path: bodyPath, ownAliases: current?.aliasedCodes ?? [], violations });
  const fields = current ? { ...fieldsOf(current), ...patch } : complete(patch);
  checkCrossFieldRules(fields, patch, bodyPath, violations);
  const names = namesOf(fields, patch, bodyPath, violations);
  await checkNames(tx, names, current?.rowId);
  const optional = { required: false, nullable: false };
  const noPlacements = isMissing(body.placements, "placements", optional, { creating, path: bodyPath, violations });
  const listed = noPlacements ? undefined : readPlacements(body.placements ?? [], bodyPath, violations);
  const added =
    connectionId === undefined ? undefined : { connectionId: connectionId.toLowerCase(), child: null, path: [...path, "connectionId"] };
  const connections = await findConnections(tx, [...(listed ?? []), ...(added ? [added] : [])]);
  return { patch, tags, names, placements: { listed, added }, connections };
}

async function checkNames({ sql, errors }: MutationTx, names: readonly Name[], except: string | undefined): Promise<void> {
  // A name that validation rejected may be invalid for the database too.
  const valid = names.filter(({ path }) => !errors.has(path));
  if (valid.length === 0) return;
  const keys = valid.map(({ key }) => key);
  const owners = await readNameOwners(sql, keys, except);
  for (const name of valid) if (owners.has(name.key)) addTaken(name, errors);
}

/** Reads the connections of requested placements; each unknown one is an error. */
export async function findConnections(
  { sql, errors }: MutationTx,
  wanted: readonly WantedPlacement[],
): Promise<Map<string, ConnectionRow>> {
  if (wanted.length === 0) return new Map();
  const ids = wanted.map(({ connectionId }) => connectionId);
  const connections = new Map((await readConnections(sql, ids)).map((row) => [row.rowId, row]));
  for (const { connectionId, path } of wanted) if (!connections.has(connectionId)) addUnknownConnection(path, errors);
  return connections;
}
