CREATE TYPE "role" AS ENUM ('OWNER', 'ADMIN', 'MEMBER');
CREATE TYPE "key_kind" AS ENUM ('SECRET', 'PUBLISHABLE');
CREATE TYPE "key_level" AS ENUM ('READ', 'WRITE', 'ADMIN');

CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "keys" (
    "id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "suffix" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "kind" "key_kind" NOT NULL,
    "level" "key_level" NOT NULL,
    "origins" TEXT[],
    "connection_id" UUID,
    "limit_per_minute" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "keys_pkey" PRIMARY KEY ("id"),
    -- The hash and nothing like the key itself.
    CONSTRAINT "keys_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$' AND length("suffix") <= 6),
    -- api.md 5.3: a publishable key reads, and only such a key has origins.
    CONSTRAINT "keys_publishable_check" CHECK (CASE "kind" WHEN 'PUBLISHABLE' THEN "level" = 'READ' AND "connection_id" IS NULL ELSE cardinality("origins") = 0 END),
    CONSTRAINT "keys_limit_check" CHECK ("limit_per_minute" > 0)
);

CREATE UNIQUE INDEX "members_workspace_id_id_key" ON "members"("workspace_id", "id");
CREATE UNIQUE INDEX "keys_hash_key" ON "keys"("hash");
CREATE INDEX "keys_workspace_id_created_by_idx" ON "keys"("workspace_id", "created_by");

ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "keys" ADD CONSTRAINT "keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "keys" ADD CONSTRAINT "keys_workspace_id_created_by_fkey" FOREIGN KEY ("workspace_id", "created_by") REFERENCES "members"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
