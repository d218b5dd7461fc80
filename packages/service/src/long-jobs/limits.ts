/** Maximum number of unfinished jobs per workspace. */
export const maxOpenJobs = 20;
/** Maximum number of stored result files per workspace. */
export const maxFiles = 20;
/** Maximum total size of a workspace's stored result files: 1 GiB. */
export const maxResultBytes = 2 ** 30;
/** Number of attempts of one step after which the job fails. */
export const maxAttempts = 5;
/** Maximum number of errors that a job stores. The job only counts further errors. */
export const maxErrors = 100;
/** Timeout of each statement of a step. */
export const stepTimeoutMs = 5_000;
/** Time after which another process may begin the next attempt. The lease is longer than the maximum duration of a transaction. */
export const leaseMs = 60_000;
/** A failed attempt divides the batch size by this number. */
export const batchReduction = 4;
/** After this number of timeouts, the pauses between attempts become longer. */
export const quickRetries = 2;
export const maxBatchDivisor = 4_096;
/** Maximum number of workspaces for which a process runs jobs at once. Each of these workspaces uses one database connection. */
export const maxConcurrency = 3;

/** Time after which a finished job is deleted: 30 days. */
export const jobRetentionMs = 30 * 86_400_000;
