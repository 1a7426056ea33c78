-- Counters of one group: the inner query runs only for the groups that are shown.
create view group_statistics as
  select g.id as group_id, g.owner_id, c.*
  from service_group g cross join lateral (
    select count(*)::integer as services,
      coalesce(sum(v.step_count), 0)::integer as service_steps,
      (count(*) filter (where v.status = 'paused'))::integer as paused_services,
      coalesce(sum(v.step_count) filter (where v.status = 'paused'), 0)::integer as paused_service_steps,
      (count(*) filter (where v.status = 'failure'))::integer as failure_services,
      coalesce(sum(v.step_count) filter (where v.status = 'failure'), 0)::integer as failure_service_steps,
      (count(*) filter (where v.is_archived))::integer as archived_services,
      coalesce(sum(v.step_count) filter (where v.is_archived), 0)::integer as archived_service_steps
    from service v where v.group_id = g.id
  ) c;

grant select on group_statistics to wachta_app;
