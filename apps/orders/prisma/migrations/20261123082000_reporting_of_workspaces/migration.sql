-- Days follow the workspace's time zone, so a day differs from the day in UTC by at most one.
ALTER TABLE "orders" DROP CONSTRAINT "orders_placed_day";
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_day"
    CHECK ("placed_day" BETWEEN ("placed_at" AT TIME ZONE 'UTC')::date - 1 AND ("placed_at" AT TIME ZONE 'UTC')::date + 1) NOT VALID;
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_started_day";
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_started_day"
    CHECK ("started_day" BETWEEN ("started_at" AT TIME ZONE 'UTC')::date - 1 AND ("started_at" AT TIME ZONE 'UTC')::date + 1) NOT VALID;

-- AlterTable
ALTER TABLE "reporting_currencies"
    ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    ADD COLUMN "wanted_time_zone" TEXT NOT NULL DEFAULT 'UTC',
    ADD COLUMN "wanted_currency" TEXT,
    ADD COLUMN "settings_at" TIMESTAMPTZ(3),
    ADD COLUMN "orders_after" UUID,
    ADD COLUMN "checkouts_after" UUID;
