/** Ids and names that steps of the scenario capture for later steps. */
export interface ScenarioState {
  baseUrl: string;
  key: string;
  workspaceId: string;
  /** Codes are pushed to the connection `shop`, but not to `counter`. */
  shop: string;
  counter: string;
  popUp: string;
  welcome: string;
  spare: string;
  temporary: string;
  placement: string;
  spareInShop: string;
  target: string;
  partner: string;
  post: string;
  campaign: string;
  form: string;
  formSlug: string;
  second: string;
  hosted: string;
  website: string;
  inStore: string;
  publicKey: string;
  hostedSecret: string;
  shortLink: string;
  incentive: string;
  rule: string;
  other: string;
  response: string;
  released: string;
  declined: string;
  /** The HELD grant that a step of the scenario releases in bulk. */
  releasedInBulk: string;
  declinedInBulk: string;
  order: string;
  member: string;
  apiKey: string;
  persistedOperation: string;
  job: string;
  webhookEndpoint: string;
  webhookDelivery: string;
  /** The UTC day on which the scenario submits the form responses. */
  today: string;
}

/** Throws an Error if no earlier step captured the value. */
export function strictState(state: Partial<ScenarioState>): ScenarioState {
  return new Proxy(state as ScenarioState, {
    get(all, name) {
      const value = Reflect.get(all, name);
      if (value === undefined && typeof name === "string" && name !== "then") throw new Error(`No earlier step captured "${name}".`);
      return value;
    },
  });
}
