import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eventBatches } from "./batches.js";

const base = { operation: "o", time: "2026-06-01T12:00:00.000Z", isCommand: false, keyId: null, memberId: null, requestId: null };
const recordOf = (length: number) => ({
  ...{ rowId: newId(), recordType: "Code", recordId: newId(), action: "CREATED" as const, customerId: null },
  changes: [{ field: "title", before: null, after: "x".repeat(length) }],
});

it("divides operations into events below the maximum size of a message, and keeps every record and its order", () => {
  const operations = fc.array(fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(operations, (sizes) => {
      const given = sizes.map((lengths) => ({ ...base, operationId: newId(), records: lengths.map(recordOf) }));
      const batches = eventBatches(given);
      expect(batches.flat().flatMap(({ operationId, records }) => records.map(({ rowId }) => [operationId, rowId]))).toEqual(
        given.flatMap(({ operationId, records }) => records.map(({ rowId }) => [operationId, rowId])),
      );
      for (const { operationId, records } of batches.flat())
        expect(records.length > 0 || given.find((one) => one.operationId === operationId)?.records.length === 0).toBe(true);
      expect(new Set(batches.flat().map(({ operationId }) => operationId)).size).toBe(given.length);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(JSON.stringify(batch).length).toBeLessThan(512 * 1024);
      }
    }),
    { numRuns: 20 },
  );
});
