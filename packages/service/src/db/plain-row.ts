/** A Prisma model's row as `sql` and `db.read` return it: times, days, bigints and decimals are strings. */
export type PlainRow<Model> = { [Field in keyof Model]: Plain<Model[Field]> };

type Plain<Value> = Value extends Date | bigint | { toDecimalPlaces: unknown } ? string : Value;
