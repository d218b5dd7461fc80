import { z } from "zod";
import type { PlacementTargetKind } from "../../generated/types.js";
import { type FoundTarget, StoreError } from "./store.js";

const maxTargets = 250;
const shape = z.object({
  targets: z.array(z.unknown()).transform((targets) => targets.slice(0, maxTargets)),
});

export function readSearchAnswer(text: string, asked: PlacementTargetKind): FoundTarget[] {
  const target = z.object({
    kind: z.literal(asked),
    // Same bounds as in set_placement_targets.
    externalRef: z.string().min(1).max(255),
    title: z.string().max(255).nullish(),
  });
  const answer = shape.safeParse(jsonOf(text));
  const targets = z.array(target).safeParse(answer.data?.targets);
  if (!targets.success) throw new StoreError("The store's search response has an invalid format.", true);
  return targets.data.map(({ kind, externalRef, title }) => ({ kind, externalRef, title: title ?? null }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
