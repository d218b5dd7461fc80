import { makeStreams, resetStreamsAt } from "./make-streams.js";

// docker-compose.yml runs this file once before the services start, with the administrator's NATS_URL. After a restore of databases, the
// operator runs it with the arguments `reset [service ...]` (docs/backup.md).
const url = process.env.NATS_URL ?? "";
const [verb, ...services] = process.argv.slice(2);
if (verb === "reset") {
  await resetStreamsAt(url, services.length > 0 ? services : undefined);
  process.stdout.write("Streams reset.\n");
} else {
  await makeStreams(url);
  process.stdout.write("Streams created.\n");
}
