import { assertDeclared, type Finding, type WarningKind } from "@offergraph/shared/errors/warning";
import type { RequestBase } from "./context.js";

/** A query that can have warnings. `warns` contains the kinds of the query's warnings. */
export interface Query<Args, Result, Context> {
  (source: unknown, args: Args, context: Context): Result | Promise<Result>;
  readonly warns: readonly WarningKind[];
}

type ResolverFunction<Resolver> = Extract<NonNullable<Resolver>, (...given: never[]) => unknown>;

/**
 * Converts the type of a generated resolver to the type of a query with warnings, for example `QueryOf<QueryResolvers["get_discount"]>`.
 */
export type QueryOf<Resolver> = Query<
  Parameters<ResolverFunction<Resolver>>[1],
  Awaited<ReturnType<ResolverFunction<Resolver>>>,
  Parameters<ResolverFunction<Resolver>>[2]
>;

/** Adds warnings to the response. Throws if a warning's kind is not in `warns`. */
export type Warn = (...found: Finding[]) => void;

const warnOf = Symbol("warn");

/** Creates the resolver of a query that can have warnings. The API reference lists the kinds in `warns`. */
export function query<Args, Result, Context>(
  { warns }: { warns: readonly WarningKind[] },
  resolve: (args: Args, context: Context, warn: Warn) => Result | Promise<Result>,
): Query<Args, Result, Context> {
  const run = (_source: unknown, args: Args, context: Context) => resolve(args, context, (context as { [warnOf]: Warn })[warnOf]);
  return Object.assign(run, { warns });
}

/** Returns the context of a query. If the query can have warnings, the context contains the function that adds warnings. */
export function contextOfQuery<Context extends RequestBase>(operation: string, resolve: object, context: Context): Context {
  const { warns } = resolve as { warns?: readonly WarningKind[] };
  if (!warns) return context;
  const warn: Warn = (...found) => {
    assertDeclared(operation, warns, found);
    context.addWarnings(operation, found);
  };
  return Object.assign(Object.create(context), { [warnOf]: warn });
}
