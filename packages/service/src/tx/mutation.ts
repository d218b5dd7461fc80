import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { MutationTx } from "./tx.js";

export interface MutationRunner {
  /** Errors of arguments that violate the schema's bounds. `prepare` can add errors. */
  readonly errors: Violations;
  /** Runs the effect in one transaction with its events and idempotency record. Returns the payload, or the userErrors. */
  runMutation(
    emits: readonly EventDefinition[],
    effect: (tx: MutationTx<never, never>) => Promise<object>,
    secrets?: readonly string[],
  ): Promise<object>;
}

export interface Mutation<Args, Payload, Context> {
  (source: unknown, args: Args, context: Context): Promise<Payload>;
  readonly emits: readonly EventDefinition[];
}

type ResolverFunction<Resolver> = Extract<NonNullable<Resolver>, (...given: never[]) => unknown>;

/**
 * Converts a generated resolver type: `type MutationField<Field extends keyof MutationResolvers> = MutationOf<MutationResolvers[Field]>`.
 */
export type MutationOf<Resolver> = Mutation<
  Parameters<ResolverFunction<Resolver>>[1],
  Awaited<ReturnType<ResolverFunction<Resolver>>>,
  Parameters<ResolverFunction<Resolver>>[2]
>;

interface MutationOptions<Args, Context, Events extends readonly EventDefinition[], Prepared> {
  emits: Events;
  /** Fields of the payload that are not stored under the Idempotency-Key. In a repeated request, these fields are null. */
  secrets?: readonly string[];
  /** Runs before the transaction, for steps that need another service or a worker. Can add errors. The mutation's function receives the result. */
  prepare?(args: Args, context: Context & MutationRunner): Promise<Prepared>;
}

type Effect<Prisma, Args, Payload, Context, Events extends readonly EventDefinition[], Prepared> = (
  tx: MutationTx<Prisma, Events[number]>,
  args: Args,
  context: Context,
  prepared: Prepared,
) => Promise<Omit<NonNullable<Payload>, "userErrors">>;

/** Defines a mutation of an app with this Prisma client; see `mutationFor`. */
export type DefineMutation<Prisma> = <Args, Payload, Context, const Events extends readonly EventDefinition[], Prepared = undefined>(
  options: MutationOptions<Args, Context, Events, Prepared>,
  effect: Effect<Prisma, Args, Payload, Context, Events, Prepared>,
) => Mutation<Args, Payload, Context>;

/**
 * Returns the app's `mutation({ emits }, effect)`. Declare the field's type: `export const create_thing: MutationField<"create_thing"> =
 * mutation(…)`. The payload must be JSON-safe, because repeated requests return it.
 */
export function mutationFor<Prisma>(): DefineMutation<Prisma> {
  const define: DefineMutation<Prisma> = ({ emits, prepare, secrets }, effect) => {
    const resolve = async (_source: unknown, args: never, context: never) => {
      const prepared = await prepare?.(args, context);
      const runner = context as MutationRunner;
      return (await runner.runMutation(emits, (tx) => effect(tx as never, args, context, prepared as never), secrets)) as never;
    };
    return Object.assign(resolve, { emits }) as never;
  };
  return define;
}
