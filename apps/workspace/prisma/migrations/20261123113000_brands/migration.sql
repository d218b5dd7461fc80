-- The brand of a workspace. A workspace without a row uses the default of each field.
CREATE TYPE "brand_font" AS ENUM ('SYSTEM', 'GROTESQUE', 'HUMANIST', 'ROUNDED', 'SERIF', 'SLAB', 'MONOSPACE');

CREATE TABLE "brands" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "accent_color" TEXT,
    "font" "brand_font",
    "corner_radius" INTEGER,
    "locale" TEXT,
    "support_email" TEXT,
    "logo_sha256" TEXT,
    "logo_media_type" TEXT,
    "logo_width" INTEGER,
    "logo_height" INTEGER,
    "logo_data" BYTEA,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("workspace_id"),
    CONSTRAINT "brands_corner_radius_check" CHECK ("corner_radius" BETWEEN 0 AND 24),
    CONSTRAINT "brands_logo_check" CHECK (num_nulls("logo_sha256", "logo_media_type", "logo_width", "logo_height", "logo_data") IN (0, 5))
);
ALTER TABLE "brands" ADD CONSTRAINT "brands_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("workspace_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "brands" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "brands" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "brands"
    USING ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
