import { deadLetterStream, deadLetterSubject, streamOf } from "./streams.js";
import { eventServices, topology } from "./topology.js";

/** The administrator's user at the NATS server: makes streams, reads and replays dead letters. It may do everything. */
export const natsAdmin = "admin";

/** Name of a durable consumer at the server. */
export const durableOf = (service: string, consumer: string): string => `${service}_${consumer}`;

/** First token of a user's reply subjects. Each has its own, so that no service can read another one's replies. */
export const inboxPrefixOf = (user: string): string => `_INBOX_${user}`;

/** First token of the subjects where a user gets answers about references: the owners of records may publish there, and to no inbox. */
export const replyPrefixOf = (user: string): string => `_REPLY_${user}`;

/** Subjects that a user of the NATS server may publish and subscribe to. */
export interface NatsPermissions {
  publish: readonly string[];
  subscribe: readonly string[];
}

/**
 * Permissions of a service: its own subjects, the API of its own consumers, and what it reads of the streams that it consumes.
 * NATS's `allow_responses` is no way to let it answer: who sends itself a message that names a foreign subject for replies may publish there.
 */
export function permissionsOf(service: string): NatsPermissions {
  const consumers = Object.entries(topology[service] ?? {});
  const consumed = [...new Set(consumers.map(([, producer]) => streamOf(producer)))];
  const known = [...new Set([streamOf(service), ...consumed, deadLetterStream])];
  const others = eventServices.filter((other) => other !== service);
  const ofConsumer = ([name, producer]: [string, string]) => {
    const place = `${streamOf(producer)}.${durableOf(service, name)}`;
    return [
      `$JS.API.CONSUMER.INFO.${place}`,
      // The second form ends with the consumer's filter.
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
      `offergraph_poke.${service}`,
      ...others.map((other) => `offergraph_references.${other}.*`),
      ...[...others, natsAdmin].map((asker) => `${replyPrefixOf(asker)}.*`),
      ...known.map((stream) => `$JS.API.STREAM.INFO.${stream}`),
      // How far its consumers are, which sets the relay's pace.
      `$JS.API.CONSUMER.LIST.${streamOf(service)}`,
      ...consumed.map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`),
      ...consumers.flatMap(ofConsumer),
    ],
    subscribe: [
      `${inboxPrefixOf(service)}.>`,
      `${replyPrefixOf(service)}.*`,
      `offergraph_poke.${service}`,
      `offergraph_references.${service}.*`,
    ],
  };
}
