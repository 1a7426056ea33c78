-- A role for each process besides the api, which works as wachta_app: whoever takes over one process has its rights and no others. What
-- each may do is granted after every migration (process-rights.ts), because it changes with the tables.
do $$
declare
  process text;
begin
  foreach process in array array['planner', 'analyst', 'notifier', 'reporter'] loop
    begin
      execute format('create role %I nologin', 'wachta_' || process);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;
