-- AlterTable
ALTER TABLE "form_responses" ADD COLUMN     "device_hash" TEXT,
ADD COLUMN     "server_signed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "trust_marks" (
    "workspace_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "form_id" UUID NOT NULL,
    "visitor_id" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trust_marks_pkey" PRIMARY KEY ("workspace_id","response_id","outcome","kind","value")
);

-- CreateIndex
CREATE INDEX "trust_marks_workspace_id_form_id_outcome_kind_value_marked__idx" ON "trust_marks"("workspace_id", "form_id", "outcome", "kind", "value", "marked_at" DESC);

-- CreateIndex
CREATE INDEX "trust_marks_workspace_id_marked_at_idx" ON "trust_marks"("workspace_id", "marked_at");

-- What the signals of the last 30 days counted by, of completed responses (0). Their owner sees no workspace's rows while row-level security is forced.
ALTER TABLE "form_responses" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "trust_marks" ("workspace_id", "response_id", "outcome", "kind", "value", "form_id", "visitor_id", "marked_at")
SELECT r.workspace_id, r.row_id, r.status, one.kind, one.value, r.form_id, r.visitor_id, r.completed_at
FROM form_responses r CROSS JOIN LATERAL (VALUES ('visitor', r.visitor_id), ('network', r.network_hash)) AS one(kind, value)
WHERE r.status = 0 AND r.completed_at > now() - interval '30 days' AND one.value IS NOT NULL;
ALTER TABLE "form_responses" FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['trust_marks'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
