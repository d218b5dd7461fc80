import { makeStreams } from "./make-streams.js";

// What docker-compose.yml runs once before the services, with the administrator's NATS_URL.
await makeStreams(process.env.NATS_URL ?? "");
process.stdout.write("The streams are there.\n");
