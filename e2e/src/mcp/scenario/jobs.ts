import type { Step } from "./step.js";

/** Starts jobs. Jobs start near the end, because they may change codes during later steps. */
export const jobs: readonly Step[] = [
  {
    tool: "generate_discount_codes",
    input: () => ({
      input: {
        count: 3,
        pattern: "JOB-####",
        body: {
          ...{ title: "Job", value_kind: "percent", value_percent: 5, value_amount: null, usage_limit: null },
          ...{ start_at: null, ends_at: null, status: "DRAFT" },
        },
      },
    }),
    expected: () => ({ job: { kind: "GENERATE_DISCOUNT_CODES", state: "QUEUED", total: 3 }, userErrors: [] }),
    captures: { job: "job.rowId" },
  },
  {
    tool: "import_discount_codes",
    input: () => ({ input: { csv: "Code,Value,Value Type,Color\nIMPORTED-1,10,percentage,red\n" } }),
    expected: () => ({ job: { kind: "IMPORT_DISCOUNT_CODES", total: 1 }, ignoredColumns: ["Color"], userErrors: [] }),
  },
  {
    tool: "export_records",
    input: () => ({ input: { recordType: "DISCOUNT_CODE", format: "NDJSON", filter: { status: { equalTo: "ACTIVE" } } } }),
    expected: () => ({ job: { kind: "EXPORT_RECORDS", total: null }, userErrors: [] }),
  },
  {
    tool: "export_orders",
    input: () => ({ input: { format: "CSV", filter: { isReal: { equalTo: true } } } }),
    expected: () => ({ job: { kind: "EXPORT_ORDERS", total: null }, userErrors: [] }),
  },
  {
    tool: "get_job",
    input: ({ job }) => ({ id: job }),
    expected: ({ job }) => ({ rowId: job, kind: "GENERATE_DISCOUNT_CODES", total: 3 }),
  },
  {
    tool: "list_jobs",
    // Excludes jobs with a result file, because each call returns another URL.
    input: () => ({ filter: { kind: { equalTo: "GENERATE_DISCOUNT_CODES" } } }),
    expected: ({ job }) => ({ nodes: [{ rowId: job, kind: "GENERATE_DISCOUNT_CODES", total: 3 }], pageInfo: { hasNextPage: false } }),
  },
];
