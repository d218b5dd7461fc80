import { registryBucket, schemaBucket, streamOfBucket, subjectOfKey } from "../registry/buckets.js";
import { deadLetterStream, deadLetterSubject, streamOf } from "./streams.js";
import { type ConsumerList, eventServices } from "./topology.js";

/** NATS user that creates streams and replays dead letters. The user has all permissions. */
export const natsAdmin = "admin";

/** NATS user of the gateway, which only reads the schema registry. */
export const natsGateway = "gateway";

/** Returns the name of a durable consumer on the NATS server. */
export const durableOf = (service: string, consumer: string): string => `${service}_${consumer}`;

/** First token of a user's reply subjects. Each user has a different token, because a service must not read replies to other services. */
export const inboxPrefixOf = (user: string): string => `_INBOX_${user}`;

/**
 * First token of reply subjects to which other services may publish. NATS does not allow other services to publish to subjects with the
 * prefix `inboxPrefixOf(user)`.
 */
export const replyPrefixOf = (user: string): string => `_REPLY_${user}`;

export interface NatsPermissions {
  publish: readonly string[];
  subscribe: readonly string[];
}

/**
 * Returns the permissions of a service. Does not use NATS's `allow_responses`: a service could send itself a message with any reply
 * subject, and then publish to this subject.
 */
export function permissionsOf(service: string, list: ConsumerList): NatsPermissions {
  const consumers = Object.entries(list);
  const consumed = [...new Set(consumers.map(([, producer]) => streamOf(producer)))];
  const known = [...new Set([streamOf(service), ...consumed, deadLetterStream])];
  const others = eventServices.filter((other) => other !== service);
  const ofConsumer = ([name, producer]: [string, string]) => {
    const place = `${streamOf(producer)}.${durableOf(service, name)}`;
    return [
      `$JS.API.CONSUMER.INFO.${place}`,
      // JetStream's subject for the creation of a consumer ends with the consumer's filter.
      `$JS.API.CONSUMER.CREATE.${place}`,
      `$JS.API.CONSUMER.CREATE.${place}.>`,
      `$JS.API.CONSUMER.MSG.NEXT.${place}`,
      `$JS.ACK.${place}.>`,
    ];
  };
  return {
    publish: [
      `offergraph.${service}.>`,
      deadLetterSubject(service, "*"),
      `offergraph_notify.${service}`,
      ...[registryBucket, schemaBucket].map((bucket) => subjectOfKey(bucket, `${service}.*`)),
      ...others.map((other) => `offergraph_references.${other}.*`),
      ...[...others, natsAdmin].map((asker) => `${replyPrefixOf(asker)}.*`),
      ...known.map((stream) => `$JS.API.STREAM.INFO.${stream}`),
      // The outbox relay reads the consumers' lag to limit its speed.
      `$JS.API.CONSUMER.LIST.${streamOf(service)}`,
      ...consumed.map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`),
      ...consumers.flatMap(ofConsumer),
    ],
    subscribe: [
      `${inboxPrefixOf(service)}.>`,
      `${replyPrefixOf(service)}.*`,
      `offergraph_notify.${service}`,
      `offergraph_references.${service}.*`,
    ],
  };
}

/** Permissions of the gateway. Without a permission to create consumers, the gateway cannot make NATS publish messages to other subjects. */
export const gatewayPermissions: NatsPermissions = {
  publish: [
    `$JS.API.STREAM.INFO.${streamOfBucket(registryBucket)}`,
    ...[registryBucket, schemaBucket].map((bucket) => `$JS.API.STREAM.MSG.GET.${streamOfBucket(bucket)}`),
  ],
  subscribe: [`${inboxPrefixOf(natsGateway)}.>`, ...[registryBucket, schemaBucket].map((bucket) => subjectOfKey(bucket, ">"))],
};
