/** What attribution knows of a discount code. */
export interface KnownCode {
  partnerId: string | null;
  tier: string | null;
  /** The keys of its code and aliases. */
  nameKeys: readonly string[];
}

/** What an event about a discount code changed, as far as it matters to orders. */
export interface CodeChange {
  /** Names that the code had and has no more. */
  lost: string[];
  /** Names that it has and had not. */
  gained: string[];
  /** Whether its partner or tier changed: orders that are placed from then on have the new one. */
  leadsElsewhere: boolean;
  /** Whether it got a partner or a tier where it had none: orders from before have that too. */
  fillsGap: boolean;
}

/** Compares what was known of a discount code, undefined when nothing was, with what is known now. */
export function codeChange(before: KnownCode | undefined, after: KnownCode): CodeChange {
  const [had, has] = [before?.nameKeys ?? [], after.nameKeys];
  return {
    lost: had.filter((key) => !has.includes(key)),
    gained: has.filter((key) => !had.includes(key)),
    leadsElsewhere: before !== undefined && (before.partnerId !== after.partnerId || before.tier !== after.tier),
    fillsGap:
      before !== undefined && ((before.partnerId === null && after.partnerId !== null) || (before.tier === null && after.tier !== null)),
  };
}
