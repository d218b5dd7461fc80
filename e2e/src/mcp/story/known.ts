/** What the story's calls get to know, for later ones: ids and names. */
export interface Known {
  baseUrl: string;
  key: string;
  workspaceId: string;
  /** A store that is pushed to, and one that is not. */
  shop: string;
  counter: string;
  /** Discount codes. */
  welcome: string;
  spare: string;
  placement: string;
  spareInShop: string;
  target: string;
  /** Forms. */
  form: string;
  formSlug: string;
  second: string;
  hosted: string;
  website: string;
  inStore: string;
  publicKey: string;
  shortLink: string;
  /** Incentives. */
  incentive: string;
  rule: string;
  other: string;
  /** Responses, and grants of them. */
  response: string;
  released: string;
  declined: string;
  order: string;
  /** The day (UTC) that the visitors answered on. */
  today: string;
}

/** Gives what is known; throws for what no call before has told. */
export function strictly(known: Partial<Known>): Known {
  return new Proxy(known as Known, {
    get(all, name) {
      const value = Reflect.get(all, name);
      if (value === undefined && typeof name === "string" && name !== "then") throw new Error(`Nothing before has told of "${name}".`);
      return value;
    },
  });
}
