-- CreateTable
CREATE TABLE "exchange_rate_versions" (
    "workspace_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "from_currency" TEXT NOT NULL,
    "to_currency" TEXT NOT NULL,
    "rate" DECIMAL NOT NULL,
    "provider" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" UUID,
    "member_id" UUID,

    CONSTRAINT "exchange_rate_versions_pkey" PRIMARY KEY ("workspace_id","sequence")
);

-- CreateIndex
CREATE INDEX "exchange_rate_versions_workspace_id_day_from_currency_to_cu_idx" ON "exchange_rate_versions"("workspace_id", "day", "from_currency", "to_currency", "sequence");

-- Rates from before this history are its first versions; who sent them is not known. The owner reads all workspaces for it.
ALTER TABLE "exchange_rates" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "exchange_rate_versions" ("workspace_id", "day", "from_currency", "to_currency", "rate", "provider", "received_at")
SELECT "workspace_id", "day", "from_currency", "to_currency", "rate", "provider", CURRENT_TIMESTAMP FROM "exchange_rates"
ORDER BY "workspace_id", "day", "from_currency", "to_currency";
ALTER TABLE "exchange_rates" FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    ALTER TABLE "exchange_rate_versions" ENABLE ROW LEVEL SECURITY;
    ALTER TABLE "exchange_rate_versions" FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY workspace ON "exchange_rate_versions" USING (%s) WITH CHECK (%s)', scope, scope);
END $$;
