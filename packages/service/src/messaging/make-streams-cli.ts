import { makeStreams } from "./make-streams.js";

// docker-compose.yml runs this once before the services, with the administrator's NATS_URL.
await makeStreams(process.env.NATS_URL ?? "");
process.stdout.write("Streams created.\n");
