import { type PublishedSchema, schemaId } from "./published.js";

/** Result of composing a set of schemas: a supergraph, or the errors that prevent a supergraph. */
export type Composition =
  | {
      readonly supergraphSdl: string;
      /** Findings for which the gateway refuses a new schema, although composition succeeds. */
      readonly findings: readonly string[];
    }
  | { readonly errors: readonly string[] };

export interface RefusedSchema {
  readonly schema: PublishedSchema;
  readonly reasons: readonly string[];
}

export interface Selection {
  /** Undefined if no set of the offered schemas has a supergraph. */
  readonly chosen: ComposedSet | undefined;
  readonly refused: readonly RefusedSchema[];
}

export interface ComposedSet {
  readonly set: readonly PublishedSchema[];
  readonly supergraphSdl: string;
  readonly findings: readonly string[];
}

type Offers = ReadonlyMap<string, readonly PublishedSchema[]>;
type Compose = (set: readonly PublishedSchema[]) => Promise<Composition>;

/**
 * Chooses one schema of each subgraph. `offers` has the schemas of each subgraph, newest first, and `active` the set that is served now.
 * If the newest schemas do not compose together, each new schema is tried separately, so that a bad schema does not hold back the others.
 */
export async function selectSchemas(offers: Offers, active: readonly PublishedSchema[], compose: Compose): Promise<Selection> {
  const newest = [...offers.values()].flatMap(([first]) => first ?? []);
  const attempt = async (set: readonly PublishedSchema[]) => {
    const composition = await compose(set);
    return { set, reasons: newFindings(composition, await composeActive(active, compose)), ...composition };
  };
  const all = await attempt(newest);
  if (isValid(all)) return { chosen: all, refused: [] };
  const base = await attempt(active.length > 0 ? active : [...offers.values()].flatMap((list) => list.at(-1) ?? []));
  if (isValid(base)) return replaceOneByOne(offers, base, attempt);
  // If no supergraph is active, serves even a supergraph with findings. The engine never serves root fields without @access.
  if (!("errors" in all) && active.length === 0) return { chosen: all, refused: [] };
  return { chosen: undefined, refused: newest.map((schema) => ({ schema, reasons: all.reasons })) };
}

/** Returns the reasons to refuse a set. Ignores findings that the active set also has. */
function newFindings(composition: Composition, ofActive: Composition | undefined): readonly string[] {
  if ("errors" in composition) return composition.errors;
  const known = ofActive && "findings" in ofActive ? ofActive.findings : [];
  return composition.findings.filter((finding) => !known.includes(finding));
}

async function composeActive(active: readonly PublishedSchema[], compose: Compose): Promise<Composition | undefined> {
  return active.length > 0 ? await compose(active) : undefined;
}

type Attempt = Composition & { readonly set: readonly PublishedSchema[]; readonly reasons: readonly string[] };

function isValid(attempt: Attempt): attempt is Attempt & ComposedSet {
  return "supergraphSdl" in attempt && attempt.reasons.length === 0;
}

async function replaceOneByOne(
  offers: Offers,
  base: ComposedSet,
  attempt: (set: readonly PublishedSchema[]) => Promise<Attempt>,
): Promise<Selection> {
  const refused: RefusedSchema[] = [];
  let chosen = base;
  const byTime = [...offers].sort(([, [one]], [, [other]]) => ((one?.registeredAt ?? "") < (other?.registeredAt ?? "") ? -1 : 1));
  for (const [name, schemas] of byTime) {
    const served = chosen.set.find((one) => one.name === name);
    for (const schema of schemas) {
      if (served && schemaId(served) === schemaId(schema)) {
        // The version may differ.
        chosen = { ...chosen, set: chosen.set.map((one) => (one === served ? schema : one)) };
        break;
      }
      const changed = await attempt([...chosen.set.filter((one) => one.name !== name), schema]);
      if (isValid(changed)) {
        chosen = changed;
        break;
      }
      refused.push({ schema, reasons: changed.reasons });
    }
  }
  return { chosen, refused };
}
