-- The problems that keep an incentive's rules from giving anything: such a rule is not promised.
ALTER TABLE "incentive_references" ADD COLUMN "problems" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "problems_at" TIMESTAMPTZ(3);
