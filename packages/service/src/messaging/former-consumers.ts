import { AckPolicy, type ConsumerInfo, DeliverPolicy, JetStreamApiError } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { moveDeadLetters } from "./dead-letters.js";
import { noSuchConsumer } from "./ordered-consumer.js";
import { durableOf } from "./permissions.js";
import { isWithoutStream, managerOf, streamOf } from "./streams.js";

/** A NATS consumer that an earlier version of a service used. */
export interface FormerConsumer {
  service: string;
  name: string;
  /** The service whose events the consumer received. */
  producer: string;
  /** The consumer's current name, or undefined if no service uses the consumer any more. */
  renamedTo?: string;
}

const formerConsumers: readonly FormerConsumer[] = [
  { service: "forms", name: "keep-time-zone", producer: "workspace" },
  { service: "discounts", name: "give-codes", producer: "incentives", renamedTo: "assign-codes" },
  { service: "discounts", name: "tell-credits", producer: "incentives", renamedTo: "notify-credits" },
  { service: "incentives", name: "take-codes", producer: "discounts", renamedTo: "apply-code-responses" },
];

/** Returns the earlier name of a renamed consumer. */
export const formerNameOf = (service: string, name: string): string | undefined =>
  formerConsumers.find((former) => former.service === service && former.renamedTo === name)?.name;

/**
 * Deletes the NATS consumers of earlier versions, which would count as lagging. First moves the position and the dead letters of a renamed
 * consumer to its new name. Needs the NATS administrator's credentials. After a failure, the caller can repeat the call.
 */
export async function replaceFormerConsumers(connection: NatsConnection, list: readonly FormerConsumer[] = formerConsumers): Promise<void> {
  const { consumers } = await managerOf(connection);
  for (const former of list) {
    const { service, name, producer, renamedTo } = former;
    const stream = streamOf(producer);
    const find = (consumer: string) => consumers.info(stream, durableOf(service, consumer)).catch(ignoreMissing);
    const found = await find(name);
    if (renamedTo !== undefined) {
      if (found && !(await find(renamedTo))) await consumers.add(stream, configFrom(found, durableOf(service, renamedTo)));
      await moveDeadLetters(connection, `${service}/${name}`, `${service}/${renamedTo}`);
    }
    if (found) await consumers.delete(stream, durableOf(service, name)).catch(ignoreMissing);
  }
}

/** Returns the configuration of a consumer that starts after the former consumer's ack floor. */
function configFrom({ config, ack_floor }: ConsumerInfo, durable: string) {
  const { filter_subject, ack_wait, max_ack_pending } = config;
  return {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: ack_floor.stream_seq + 1,
    ...Object.fromEntries(Object.entries({ filter_subject, ack_wait, max_ack_pending }).filter(([, value]) => value !== undefined)),
  };
}

function ignoreMissing(error: unknown): undefined {
  const isMissing = error instanceof JetStreamApiError && error.code === noSuchConsumer;
  if (!isMissing && !isWithoutStream(error)) throw error;
}
