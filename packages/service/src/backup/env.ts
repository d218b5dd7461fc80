import { readEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const placeholder = "{service}";

const backupEnv = {
  /**
   * postgres:// URL of the databases to back up, in which {service} stands for the name of a service. The role must have BYPASSRLS and the
   * rights of pg_read_all_data and pg_maintain.
   */
  BACKUP_DATABASE_URL: z
    .string()
    .refine((url) => url.includes(placeholder), `must contain ${placeholder}`)
    .refine((url) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(withService(url, "orders")).success, "must be a postgres:// URL"),
};

/** Returns the URL of each service's database. Throws an Error if BACKUP_DATABASE_URL is invalid. */
export function databaseUrls(source: NodeJS.ProcessEnv, services: readonly string[]): Map<string, string> {
  const { BACKUP_DATABASE_URL } = readEnv(backupEnv, source);
  return new Map(services.map((service) => [service, withService(BACKUP_DATABASE_URL, service)]));
}

function withService(url: string, service: string): string {
  return url.replaceAll(placeholder, service);
}
