/** Returns a percentile, for example the 95th for the share 0.95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Rounds to three significant digits, because the measurements are not more precise. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/** Returns a figure's median over several rounds, rounded. */
export function middle<Round>(rounds: readonly Round[], of: (round: Round) => number): number {
  return rounded(median(rounds.map(of)));
}

/** Returns the median ratio of two lists of rounds, rounded. */
export function middleRatio<Round>(rounds: readonly Round[], others: readonly Round[], of: (round: Round) => number): number {
  return rounded(
    median(
      rounds.map((round, index) => {
        const other = others[index];
        return other === undefined ? Number.NaN : of(round) / of(other);
      }),
    ),
  );
}
