-- The relay takes each workspace's oldest events, workspaces by turns.
CREATE INDEX "outbox_events_workspace_id_sequence_idx" ON "outbox_events"("workspace_id", "sequence");
