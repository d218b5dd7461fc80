import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

const probability = z.number().min(0).max(1).default(0);

/**
 * The probability of each fault per message. `resetAfter` and `dieAfter` occur after the store has applied the message, and prevent the
 * response. Other faults occur before the store applies the message.
 */
const probabilities = {
  answer500: probability,
  hang: probability,
  resetBefore: probability,
  resetAfter: probability,
  dieBefore: probability,
  dieAfter: probability,
};
export type Trouble = keyof typeof probabilities;

const planSchema = z
  .strictObject({
    ...probabilities,
    /** The number of messages to which the plan applies. If `next` is absent, the plan has no end. */
    next: z.number().int().min(1).optional(),
  })
  .refine(({ next: _next, ...each }) => Object.values(each).reduce((sum, one) => sum + one, 0) <= 1 + Number.EPSILON, {
    message: "The sum of the probabilities must be at most 1.",
  });

export type TroublePlan = z.infer<typeof planSchema>;
export type TroubleInput = z.input<typeof planSchema>;

const none = planSchema.parse({});

/** Chooses the faults. Stores the plan in a file, so that the store still has the plan after a fault that ended the process. */
export class TroubleMaker {
  #plan: TroublePlan;

  constructor(private readonly file: string) {
    this.#plan = existsSync(file) ? planSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : none;
  }

  get plan(): TroublePlan {
    return this.#plan;
  }

  /** Replaces the fault plan. Throws a ZodError for an invalid plan. */
  set(plan: unknown): void {
    this.#keep(planSchema.parse(plan));
  }

  draw(): Trouble | undefined {
    const { next, ...each } = this.#plan;
    if (next !== undefined) this.#keep(next > 1 ? { ...each, next: next - 1 } : none);
    let left = Math.random();
    for (const [trouble, share] of Object.entries(each) as [Trouble, number][]) {
      if (left < share) return trouble;
      left -= share;
    }
    return undefined;
  }

  #keep(plan: TroublePlan): void {
    this.#plan = plan;
    const draft = `${this.file}.draft`;
    writeFileSync(draft, JSON.stringify(plan), { mode: 0o600 });
    renameSync(draft, this.file);
  }
}
