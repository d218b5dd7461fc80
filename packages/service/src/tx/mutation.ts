import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { WarningKind } from "@offergraph/shared/errors/warning";
import type { RequestBase } from "../subgraph/context.js";
import type { MutationTx } from "./tx.js";

/** Properties of a mutation that the runner needs in addition to the effect. */
export interface MutationTraits {
  /** Payload fields that are not stored under the Idempotency-Key. A repeated request returns null for these fields. */
  secrets?: readonly string[];
  /** Payload fields with an encrypted secret, which is stored under the Idempotency-Key. */
  encryptedSecrets?: readonly string[];
  /** Notes for the report of a dry run, about steps that the dry run skips or that a real mutation would run later. */
  dryRunNotes?: readonly string[];
  /** The kinds of warnings that `tx.warn` accepts, and that the API reference lists. */
  warns?: readonly WarningKind[];
}

export interface MutationRunner {
  /** Errors in the arguments: violations of the schema's bounds, and the errors that `prepare` adds. */
  readonly errors: Violations;
  /**
   * Runs the effect in one transaction. Returns the payload or the userErrors. A dry run rolls back the transaction, and returns null for
   * secrets.
   */
  runMutation(
    emits: readonly EventDefinition[],
    effect: (tx: MutationTx<never, never>) => Promise<object>,
    traits: MutationTraits,
  ): Promise<object>;
}

export interface Mutation<Args, Payload, Context> {
  (source: unknown, args: Args, context: Context): Promise<Payload>;
  readonly emits: readonly EventDefinition[];
  readonly warns: readonly WarningKind[];
}

type ResolverFunction<Resolver> = Extract<NonNullable<Resolver>, (...given: never[]) => unknown>;

/**
 * Converts the type of a generated resolver to the type of a mutation. Each app declares `type MutationField<Field extends keyof
 * MutationResolvers> = MutationOf<MutationResolvers[Field]>`.
 */
export type MutationOf<Resolver> = Mutation<
  Parameters<ResolverFunction<Resolver>>[1],
  Awaited<ReturnType<ResolverFunction<Resolver>>>,
  Parameters<ResolverFunction<Resolver>>[2]
>;

interface MutationOptions<Args, Context, Events extends readonly EventDefinition[], Prepared> extends MutationTraits {
  emits: Events;
  /** Runs before the transaction, for example to call another service. The effect gets the result as its last argument. */
  prepare?(args: Args, context: Context & MutationRunner): Promise<Prepared>;
  /** Replaces `prepare` in a dry run. Required if `prepare` changes something or calls another system. */
  prepareDryRun?(args: Args, context: Context & MutationRunner): Promise<Prepared>;
}

type Effect<Prisma, Args, Payload, Context, Events extends readonly EventDefinition[], Prepared> = (
  tx: MutationTx<Prisma, Events[number]>,
  args: Args,
  context: Context,
  prepared: Prepared,
) => Promise<Omit<NonNullable<Payload>, "userErrors">>;

/** Type of the app's function `mutation` (see `mutationFor`). `Prisma` is the type of the app's Prisma client. */
export type DefineMutation<Prisma> = <Args, Payload, Context, const Events extends readonly EventDefinition[], Prepared = undefined>(
  options: MutationOptions<Args, Context, Events, Prepared>,
  effect: Effect<Prisma, Args, Payload, Context, Events, Prepared>,
) => Mutation<Args, Payload, Context>;

/**
 * Returns the function `mutation({ emits }, effect)` for an app. Declare the type of each mutation: `export const create_thing:
 * MutationField<"create_thing"> = mutation(…)`. The service stores the payload as JSON, and returns the stored payload to repeated
 * requests.
 */
export function mutationFor<Prisma>(): DefineMutation<Prisma> {
  const define: DefineMutation<Prisma> = ({ emits, prepare, prepareDryRun = prepare, ...traits }, effect) => {
    const resolve = async (_source: unknown, args: never, context: never) => {
      const runner = context as MutationRunner & Pick<RequestBase, "dryRun">;
      const prepared = await (runner.dryRun ? prepareDryRun : prepare)?.(args, context);
      return (await runner.runMutation(emits, (tx) => effect(tx as never, args, context, prepared as never), traits)) as never;
    };
    return Object.assign(resolve, { emits, warns: traits.warns ?? [] }) as never;
  };
  return define;
}
