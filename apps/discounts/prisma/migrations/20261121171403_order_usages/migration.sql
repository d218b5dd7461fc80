-- CreateTable
CREATE TABLE "order_usages" (
    "workspace_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "discount_code_id" UUID,
    "previous_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_usages_pkey" PRIMARY KEY ("workspace_id","order_id")
);

-- CreateTable
CREATE TABLE "changed_usages" (
    "workspace_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,

    CONSTRAINT "changed_usages_pkey" PRIMARY KEY ("workspace_id","discount_code_id")
);

-- AddForeignKey
ALTER TABLE "changed_usages" ADD CONSTRAINT "changed_usages_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "order_usages" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "order_usages" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "order_usages"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
