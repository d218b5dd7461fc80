import { jobResultPath, jobResultSigner } from "@offergraph/shared/access/job-result";
import type { JobResolvers } from "../generated/types.js";

export const Job: JobResolvers = {
  resultUrl: ({ rowId: jobId, workspaceId, service, resultExpiresAt }, _given, { clock, publicUrl, signingKey }) => {
    const now = clock.now();
    if (!resultExpiresAt || resultExpiresAt <= now.toISOString()) return null;
    const token = jobResultSigner(signingKey, service).sign({ workspaceId, jobId }, now.getTime());
    return `${publicUrl}${jobResultPath}${service}/${token}`;
  },
  resultExpiresAt: ({ resultExpiresAt }) => resultExpiresAt ?? null,
};
