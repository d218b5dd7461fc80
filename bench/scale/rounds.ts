/**
 * Measures all subjects in turn. The order of the subjects changes in each round, and the first round is a warm-up. Returns the rounds of
 * each subject. The n-th rounds of all subjects are almost simultaneous.
 */
export async function measureInTurn<Subject, Round>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Round>,
): Promise<{ subject: Subject; rounds: Round[] }[]> {
  const measured = subjects.map((subject) => ({ subject, rounds: [] as Round[] }));
  for (let round = 0; round <= rounds; round += 1)
    for (const one of round % 2 === 0 ? measured : measured.toReversed()) {
      const result = await measure(one.subject);
      if (round > 0) one.rounds.push(result);
    }
  return measured;
}
