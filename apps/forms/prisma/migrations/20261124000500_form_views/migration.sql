-- Views of forms by placement and UTC day, without any data about visitors.
CREATE TABLE "form_views" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "placement_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "form_views_pkey" PRIMARY KEY ("workspace_id","form_id","day","placement_id")
);

ALTER TABLE "form_views" ADD CONSTRAINT "form_views_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

DO $$
DECLARE
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    ALTER TABLE form_views ENABLE ROW LEVEL SECURITY;
    ALTER TABLE form_views FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY workspace ON form_views USING (%s) WITH CHECK (%s)', scope, scope);
END $$;
