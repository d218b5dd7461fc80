-- The lookup policy applies only outside of a workspace, as the gateway reads. Otherwise, a service whose role does not own the tables
-- would read the rows of all workspaces.
DO $$
DECLARE
    name text;
    others text := '(SELECT current_user) <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ''api_keys''::regclass)
        AND coalesce((SELECT current_setting(''app.workspace_id'', true)), '''') = ''''';
BEGIN
    FOREACH name IN ARRAY ARRAY['workspaces', 'members', 'api_keys'] LOOP
        EXECUTE format('DROP POLICY lookup ON %I', name);
        EXECUTE format('CREATE POLICY lookup ON %I FOR SELECT USING (%s)', name, others);
    END LOOP;
END $$;
