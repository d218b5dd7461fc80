-- The consumer keep-workspace now also stores time zones. The inbox of keep-time-zone is no longer pruned.
DELETE FROM "inbox_events" WHERE "consumer" IN ('keep-time-zone', 'keep-time-zone:dead');
