import type { AuditedOperationRecord } from "@offergraph/shared/contracts/audit-events";

// Maximum size of one batch; much less than the maximum size of a NATS message, which is 1 MiB.
const maxBytes = 256 * 1024;

/** Divides operations into batches for one event each. Divides an operation with many records into several entries. */
export function eventBatches(operations: readonly AuditedOperationRecord[]): AuditedOperationRecord[][] {
  const batches: AuditedOperationRecord[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  const add = (operation: AuditedOperationRecord, size: number) => {
    if (bytes + size > maxBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(operation);
    bytes += size;
  };
  for (const operation of operations) {
    let entry: AuditedOperationRecord = { ...operation, records: [] };
    add(entry, sizeOf(entry));
    for (const record of operation.records) {
      const size = sizeOf(record);
      if (bytes + size > maxBytes && entry.records.length > 0) {
        entry = { ...operation, records: [] };
        add(entry, maxBytes);
        bytes = sizeOf(entry);
      }
      entry.records.push(record);
      bytes += size;
    }
  }
  return batches;
}

const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
