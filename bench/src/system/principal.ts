import { z } from "zod";

/** The identity in the signed requests of the benchmarks. */
export const principalSchema = z.object({
  workspaceId: z.string(),
  memberId: z.string(),
  keyId: z.string(),
  level: z.enum(["READ", "WRITE", "ADMIN"]),
  requestId: z.string(),
});
