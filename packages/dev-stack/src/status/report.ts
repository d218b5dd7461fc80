import { type Matches, type Observation, quantileOf, rateOf, type Sample } from "./samples.js";

export interface ServiceStatus {
  name: string;
  /** Undefined if the figures are from Prometheus, which does not know the readiness. */
  isReady: boolean | undefined;
  version: string;
  requestsPerSecond: number;
  /** Failed requests divided by all requests; undefined if there were no requests. */
  errors: number | undefined;
  p95Seconds: number | undefined;
  /** Undefined for the gateway, which has no outbox. */
  outboxAgeSeconds: number | undefined;
}

export interface StatusReport {
  services: ServiceStatus[];
  /** Schemas that a gateway refuses. */
  refusedSchemas: { subgraph: string; version: string }[];
  /** Consumers with unprocessed events or with dead letters. */
  consumers: { name: string; lag: number; deadLetters: number }[];
  pushes: { provider: string; perSecond: number; failing: number | undefined }[];
  webhooks: { perSecond: number; failing: number | undefined };
}

const requests = "offergraph_request_seconds";
const pushes = "offergraph_store_push_seconds_count";
const deliveries = "offergraph_webhook_delivery_seconds_count";
const systemErrors = new Set(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "SUBGRAPH_UNAVAILABLE", "error"]);

/** Summarizes metrics. `readiness` maps the name of a service to its readiness, if it is known. */
export function reportOf(observation: Observation, readiness: ReadonlyMap<string, boolean>): StatusReport {
  const { after } = observation;
  const names = new Set([...readiness.keys(), ...after.flatMap(({ labels }) => labels.service ?? [])]);
  const consumers = new Set(after.flatMap(({ labels }) => labels.consumer ?? []));
  const providers = new Set(after.flatMap(({ name, labels }) => (name === pushes ? (labels.provider ?? []) : [])));
  return {
    services: [...names].sort(gatewayFirst).map((name) => serviceStatus(observation, name, readiness.get(name))),
    refusedSchemas: refusedSchemas(after),
    consumers: [...consumers]
      .map((name) => ({
        name,
        lag: maxOf(after, "offergraph_consumer_lag_events", name),
        deadLetters: maxOf(after, "offergraph_dead_letters_waiting", name),
      }))
      .filter(({ lag, deadLetters }) => lag > 0 || deadLetters > 0)
      .sort((one, other) => other.deadLetters - one.deadLetters || other.lag - one.lag),
    pushes: [...providers].map((provider) => ({ provider, ...failures(observation, pushes, "accepted", { provider }) })),
    webhooks: failures(observation, deliveries, "delivered", {}),
  };
}

const gatewayFirst = (one: string, other: string) => Number(other === "gateway") - Number(one === "gateway") || (one < other ? -1 : 1);

function serviceStatus(observation: Observation, name: string, isReady: boolean | undefined): ServiceStatus {
  const own: Matches = ({ service }) => service === name;
  const failed: Matches = (labels) => own(labels) && systemErrors.has(labels.outcome ?? "");
  const perSecond = rateOf(observation, `${requests}_count`, own);
  const ages = observation.after.filter((one) => one.name === "offergraph_outbox_age_seconds" && own(one.labels));
  const build = observation.after.find((one) => one.name === "offergraph_build_info" && own(one.labels));
  return {
    name,
    isReady,
    version: build?.labels.version ?? "unknown",
    requestsPerSecond: perSecond,
    errors: perSecond === 0 ? undefined : rateOf(observation, `${requests}_count`, failed) / perSecond,
    p95Seconds: quantileOf(observation, 0.95, requests, own),
    outboxAgeSeconds: ages.length > 0 ? Math.max(...ages.map(({ value }) => value)) : undefined,
  };
}

/** Replicas of the gateway report the same schemas. */
function refusedSchemas(samples: readonly Sample[]): StatusReport["refusedSchemas"] {
  const refused = samples.filter(({ name, value }) => name === "offergraph_refused_schemas" && value > 0);
  const schemas = refused.map(({ labels: { subgraph = "", version = "" } }) => [`${subgraph} ${version}`, { subgraph, version }] as const);
  return [...new Map(schemas).values()];
}

/** Replicas report the same lag, so their figures must not be added. */
function maxOf(samples: readonly Sample[], name: string, consumer: string): number {
  return Math.max(0, ...samples.filter((one) => one.name === name && one.labels.consumer === consumer).map(({ value }) => value));
}

function failures(observation: Observation, name: string, success: string, wanted: Record<string, string>) {
  const own: Matches = (labels) => Object.entries(wanted).every(([key, value]) => labels[key] === value);
  const perSecond = rateOf(observation, name, own);
  const failed = rateOf(observation, name, (labels) => own(labels) && labels.result !== success);
  return { perSecond, failing: perSecond === 0 ? undefined : failed / perSecond };
}
