/** A discount code as attribution knows it. */
export interface KnownCode {
  partnerId: string | null;
  tier: string | null;
  /** The keys of its code and aliases. */
  nameKeys: readonly string[];
}

/** Changes of a discount code that affect attribution. */
export interface CodeChange {
  /** Names that the code no longer has. */
  lost: string[];
  /** New names. */
  gained: string[];
  /** Its partner or tier changed; applies to orders placed from then on. */
  leadsElsewhere: boolean;
  /** It got its first partner or tier; applies to earlier orders as well. */
  fillsGap: boolean;
}

/** Compares a discount code before (undefined: unknown) and after an event. */
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
