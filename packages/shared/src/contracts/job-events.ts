import { z } from "zod";
import { defineEvent } from "./define-event.js";

const time = z.iso.datetime({ precision: 3 });

const finding = z.object({
  code: z.string(),
  message: z.string(),
  /** The ids of the first 20 records that the warning concerns. */
  recordIds: z.array(z.string()),
  next: z.object({ operation: z.string(), why: z.string() }),
});

/** The public record of a job. Times are in UTC with milliseconds. */
export const jobRecord = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  kind: z.string(),
  state: z.enum(["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"]),
  done: z.int(),
  total: z.int().nullable(),
  errorCount: z.int(),
  /** The errors of the job, at most 100. `errorCount` is the number of all errors. */
  errors: z.array(z.object({ row: z.int().nullable(), field: z.string().nullable(), message: z.string() })),
  /** The id of the member who created the job. */
  createdBy: z.guid().nullable(),
  /** Warnings about the records that the job has written. Older events omit this field. */
  warnings: z.array(finding).optional(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The time when the result file is deleted; null if the job has no result file. Older events omit this field. */
  resultExpiresAt: time.nullable().optional(),
  /** Increases with each event of the job, so the newest record has the highest sequence. */
  sequence: z.int(),
});
export type JobRecord = z.infer<typeof jobRecord>;

const recordId = "the job's rowId";

/** Returns the definitions of a service's job events. Each event contains the job's current record. */
export function jobEvents<const Service extends string>(service: Service) {
  return {
    created: defineEvent({
      subject: `offergraph.${service}.job.created.v1`,
      description: "A job was created. The service runs the jobs of a workspace one after the other.",
      ...{ recordId, data: jobRecord },
    }),
    progressed: defineEvent({
      subject: `offergraph.${service}.job.progressed.v1`,
      description: "A job made progress. While a job runs, the service emits this event about once per second.",
      ...{ recordId, isInternal: true, data: jobRecord },
    }),
    finished: defineEvent({
      subject: `offergraph.${service}.job.finished.v1`,
      description: "A job finished with the state SUCCEEDED or FAILED.",
      ...{ recordId, data: jobRecord },
    }),
  };
}

export type JobEvents = ReturnType<typeof jobEvents<string>>;
