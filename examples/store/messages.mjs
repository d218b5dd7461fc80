// Applies the messages of Offergraph to the stored data (see docs/stores.md).

/** Returns the data of an empty store. In a real store, each property is a database table. */
export const emptyStore = () => ({
  /** The latest data of each discount code and each minted code. */
  codes: {},
  /** The last `webhook-id` of each code. */
  lastIds: {},
  /** The entries of the customers' credit ledger, by `entryId`. */
  credits: {},
});

const catalog = [
  { kind: "PRODUCT", externalRef: "hat-1", title: "Sun hat" },
  { kind: "PRODUCT", externalRef: "mug-1", title: "Coffee mug" },
  { kind: "COLLECTION", externalRef: "summer", title: "Summer" },
];

/** Applies a message to `store`. Returns the body of the response, or undefined for an unknown type of message. */
export function applyMessage(store, id, { type, data }) {
  switch (type) {
    case "discount_code.push":
    case "minted_code.push":
      return applyOnce(store, id, data, (key) => {
        store.codes[key] = data;
      });
    case "discount_code.remove":
    case "minted_code.remove":
      return applyOnce(store, id, data, (key) => {
        delete store.codes[key];
      });
    case "credit.booked":
      store.credits[data.entryId] ??= data;
      return {};
    case "placement_targets.search":
      return { targets: search(data) };
    default:
      return undefined;
  }
}

/** Skips a message that is already applied. After a lost response, Offergraph repeats the message with the same id. */
function applyOnce(store, id, { connectionId, grantId, discountCodeId }, apply) {
  const key = `${connectionId} ${grantId ?? discountCodeId}`;
  if (store.lastIds[key] === id) return {};
  apply(key);
  store.lastIds[key] = id;
  return {};
}

function search({ kind, query }) {
  return catalog.filter((item) => item.kind === kind && item.title.toLowerCase().includes(query.toLowerCase()));
}

/** Returns the data of a code, or undefined if customers may not use it. */
export function findCode({ codes }, entered) {
  const isEntered = (text) => text.toLowerCase() === entered.toLowerCase();
  return Object.values(codes).find(
    ({ status, code, aliasedCodes }) => status === "ACTIVE" && (isEntered(code) || aliasedCodes.some(isEntered)),
  );
}

/** Returns the customer's credit, in the minor unit of each currency. Unverified credit cannot be spent. */
export function creditOf({ credits }, customerId) {
  const sums = {};
  for (const entry of Object.values(credits)) {
    if (entry.customerId !== customerId || !entry.customerVerified) continue;
    sums[entry.currency] = String(BigInt(sums[entry.currency] ?? 0) + BigInt(entry.amountMinor));
  }
  return sums;
}
