/** Maximum unfinished jobs per workspace. */
export const maxOpenJobs = 20;
/** Maximum stored result files per workspace. */
export const maxFiles = 20;
/** Maximum total size of a workspace's stored result files: 1 GiB. */
export const maxResultBytes = 2 ** 30;
/** Attempts of one step after which the job fails. */
export const maxAttempts = 5;
/** Maximum errors that a job keeps; further errors are only counted. */
export const maxErrors = 100;
/** Timeout of each statement of a step. */
export const stepTimeoutMs = 5_000;
/** Time after which another process may begin the next attempt. Longer than a transaction can take. */
export const leaseMs = 60_000;
/** A failed attempt divides the batch by this number. */
export const batchReduction = 4;
/** Attempts that are repeated after a short pause if a batch takes too long. Later pauses are longer, because the database may be slow. */
export const quickRetries = 2;
export const maxBatchDivisor = 4_096;
/** Maximum number of workspaces whose jobs a process runs at the same time. Each uses a database connection. */
export const maxConcurrency = 3;

/** Time after which a finished job is deleted: 30 days. */
export const jobRetentionMs = 30 * 86_400_000;
