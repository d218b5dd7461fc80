-- What grants were answered. No foreign keys: what was given to a grant outlives the discount code, and so do minted names.
ALTER TABLE "code_names" DROP CONSTRAINT "code_names_workspace_id_discount_code_id_fkey";

CREATE TABLE "grant_codes" (
    "workspace_id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "delivery" SMALLINT NOT NULL,
    "code" TEXT,
    "own_key" TEXT,
    "refusal" SMALLINT,
    "expires_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "grant_codes_pkey" PRIMARY KEY ("workspace_id","grant_id"),
    CONSTRAINT "grant_codes_delivery" CHECK ("delivery" BETWEEN 0 AND 2),
    CONSTRAINT "grant_codes_answer" CHECK (("code" IS NULL) = ("refusal" IS NOT NULL) AND "refusal" BETWEEN 0 AND 2),
    CONSTRAINT "grant_codes_own_key" CHECK (("own_key" IS NOT NULL) = ("code" IS NOT NULL AND "delivery" > 0)),
    CONSTRAINT "grant_codes_retired" CHECK ("retired_at" IS NULL OR ("code" IS NOT NULL AND "delivery" = 1))
);
CREATE UNIQUE INDEX "grant_codes_workspace_id_own_key_key" ON "grant_codes"("workspace_id", "own_key");
CREATE INDEX "grant_codes_workspace_id_discount_code_id_grant_id_idx" ON "grant_codes"("workspace_id", "discount_code_id", "grant_id");

ALTER TABLE "grant_codes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "grant_codes" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "grant_codes"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
