ALTER TABLE "form_response_references" ADD COLUMN "channel_id" UUID;

-- Codes that grants gave to customers, with the responses that earned the grants. The incentives service owns the grants.
CREATE TABLE "granted_codes" (
    "workspace_id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "form_response_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "customer_id" UUID,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "granted_codes_pkey" PRIMARY KEY ("workspace_id","grant_id")
);

-- CreateIndex
CREATE INDEX "granted_codes_workspace_id_customer_id_idx" ON "granted_codes"("workspace_id", "customer_id");

ALTER TABLE "granted_codes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "granted_codes" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "granted_codes"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));

-- Looks up the channels of stored responses and the codes of stored grants. Reads one index entry per workspace. The owner sees no rows
-- while row-level security is forced.
ALTER TABLE "form_response_references" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "form_response_references" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "form_response_references" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT n.name, f.workspace_id FROM found f CROSS JOIN (VALUES ('channels of responses'), ('codes of grants')) n(name)
WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "form_response_references" FORCE ROW LEVEL SECURITY;
