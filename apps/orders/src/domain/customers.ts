/** The data about a customer that one order, checkout or response contains. Times are in UTC. */
export interface CustomerFacts {
  customerId: string;
  ref: string;
  firstSeenAt: string;
  lastSeenAt: string;
  name: string | null;
  email: string | null;
  /** Time at which the name and email were reported. */
  at: string;
  /** False if an unverified visitor gave the name and email. */
  isProven: boolean;
}

/** Data about one customer from all records of a batch. */
export interface SeenCustomer {
  rowId: string;
  ref: string;
  name: string | null;
  nameAt: string | null;
  isNameProven: boolean;
  email: string | null;
  emailAt: string | null;
  isEmailProven: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** Combines the data of each customer from several records. Prefers proven names and email addresses, then newer values. */
export function seenCustomers(facts: Iterable<CustomerFacts>): SeenCustomer[] {
  const seen = new Map<string, SeenCustomer>();
  for (const one of facts) {
    const before = seen.get(one.customerId);
    const after = customerOf(one);
    seen.set(one.customerId, before ? combined(before, after) : after);
  }
  return [...seen.values()];
}

function customerOf({ customerId, ref, firstSeenAt, lastSeenAt, at, isProven, ...given }: CustomerFacts): SeenCustomer {
  const [name, email] = [notBlank(given.name), notBlank(given.email)];
  return {
    ...{ rowId: customerId, ref, firstSeenAt, lastSeenAt },
    ...{ name, nameAt: name === null ? null : at, isNameProven: name !== null && isProven },
    ...{ email, emailAt: email === null ? null : at, isEmailProven: email !== null && isProven },
  };
}

const notBlank = (text: string | null) => (text?.trim() ? text : null);

function combined(one: SeenCustomer, other: SeenCustomer): SeenCustomer {
  const named = compare([one.isNameProven, one.nameAt, one.name], [other.isNameProven, other.nameAt, other.name]) < 0 ? other : one;
  const mailed = compare([one.isEmailProven, one.emailAt, one.email], [other.isEmailProven, other.emailAt, other.email]) < 0 ? other : one;
  return {
    ...{ rowId: one.rowId, ref: one.ref },
    ...{ name: named.name, nameAt: named.nameAt, isNameProven: named.isNameProven },
    ...{ email: mailed.email, emailAt: mailed.emailAt, isEmailProven: mailed.isEmailProven },
    firstSeenAt: [one.firstSeenAt, other.firstSeenAt].sort()[0] as string,
    lastSeenAt: [one.lastSeenAt, other.lastSeenAt].sort()[1] as string,
  };
}

type Known = readonly [isProven: boolean, at: string | null, value: string | null];

/** Compares values like the SQL in db/customers.ts. */
function compare([isProven, at, value]: Known, [otherIsProven, otherAt, otherValue]: Known): number {
  if (isProven !== otherIsProven) return isProven ? 1 : -1;
  if (at !== otherAt) return (at ?? "") < (otherAt ?? "") ? -1 : 1;
  return Buffer.compare(Buffer.from(value ?? ""), Buffer.from(otherValue ?? ""));
}
