import type pg from "pg";

/**
 * Suspends every long-running job of a service as soon as the job has processed at least `done` records. Returns the function that ends the
 * suspension. Its parameter is the time of the service's clock.
 */
export async function suspendJobs(admin: pg.Client, done: number): Promise<(now: Date) => Promise<void>> {
  await admin.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE PLPGSQL AS $$
       BEGIN UPDATE job_queue SET due_at = 'infinity' WHERE job_id = NEW.row_id; RETURN NULL; END $$;
     CREATE TRIGGER hold AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.done >= ${done}) EXECUTE FUNCTION hold()`,
  );
  return async (now) => {
    await admin.query("DROP TRIGGER hold ON jobs");
    await admin.query("UPDATE job_queue SET due_at = $1 WHERE due_at = 'infinity'", [now]);
  };
}
