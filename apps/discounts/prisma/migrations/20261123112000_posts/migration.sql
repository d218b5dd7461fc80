CREATE TABLE "posts" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("workspace_id","row_id")
);
CREATE INDEX "posts_workspace_id_partner_id_idx" ON "posts"("workspace_id", "partner_id");
CREATE INDEX "posts_workspace_id_created_at_row_id_idx" ON "posts"("workspace_id", "created_at" DESC, "row_id");

-- The primary key allows one post per discount code.
CREATE TABLE "post_codes" (
    "workspace_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "post_id" UUID NOT NULL,

    CONSTRAINT "post_codes_pkey" PRIMARY KEY ("workspace_id","discount_code_id")
);
CREATE INDEX "post_codes_workspace_id_post_id_idx" ON "post_codes"("workspace_id", "post_id");

ALTER TABLE "posts" ADD CONSTRAINT "posts_workspace_id_partner_id_fkey"
    FOREIGN KEY ("workspace_id", "partner_id") REFERENCES "partners"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "post_codes" ADD CONSTRAINT "post_codes_workspace_id_discount_code_id_fkey"
    FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "post_codes" ADD CONSTRAINT "post_codes_workspace_id_post_id_fkey"
    FOREIGN KEY ("workspace_id", "post_id") REFERENCES "posts"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['posts', 'post_codes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
