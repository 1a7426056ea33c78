-- The older periodic reports: one about each group, by its flags and its addresses. Such a report has a group and no template, and
-- outlives its group.
alter table report
  alter column template_id drop not null,
  add column group_id bigint references service_group on delete set null,
  add constraint report_origin check (template_id is null or group_id is null);

drop trigger report_owner on report;
create trigger report_owner before insert on report for each row when (new.template_id is not null)
  execute function inherit_owner('report_template', 'template_id');
create trigger report_group_owner before insert on report for each row when (new.group_id is not null)
  execute function inherit_owner('service_group', 'group_id');

-- Once for each period. The zone is part of it: after a change of the zone, a day of the same name is another period.
drop index report_once_per_period;
create unique index report_once_per_period on report (template_id, reporting_plan_id, first_day, (template ->> 'time_zone_id'))
  where reporting_plan_id is not null;
create unique index group_report_once_per_period on report (group_id, reporting_plan_id, first_day, (template ->> 'time_zone_id'))
  where group_id is not null;

-- Since when each frequency has been switched on: a group makes no reports about periods that ended before.
alter table service_group add column periodic_reports_since jsonb not null default '{}';

create function keep_periodic_reports_since() returns trigger language plpgsql as $$
declare
  since jsonb := '{}';
  before jsonb := case when tg_op = 'UPDATE' then jsonb_build_object('daily', old.periodic_daily_reports,
    'weekly', old.periodic_weekly_reports, 'monthly', old.periodic_monthly_reports) else '{}' end;
  known jsonb := case when tg_op = 'UPDATE' then old.periodic_reports_since else '{}' end;
  flags jsonb := jsonb_build_object('daily', new.periodic_daily_reports, 'weekly', new.periodic_weekly_reports,
    'monthly', new.periodic_monthly_reports);
  frequency text;
begin
  foreach frequency in array array['daily', 'weekly', 'monthly'] loop
    if (flags ->> frequency)::boolean then
      since := since || jsonb_build_object(frequency,
        case when (before ->> frequency)::boolean then coalesce(known -> frequency, to_jsonb(now())) else to_jsonb(now()) end);
    end if;
  end loop;
  new.periodic_reports_since := since;
  return new;
end
$$;

create trigger keep_periodic_reports_since
  before insert or update of periodic_daily_reports, periodic_weekly_reports, periodic_monthly_reports on service_group
  for each row execute function keep_periodic_reports_since();
update service_group set periodic_daily_reports = periodic_daily_reports;

-- The first address of a frequency makes nothing up either.
alter table periodic_report_address add column since timestamptz not null default now();

create function keep_address_since() returns trigger language plpgsql as $$
begin
  new.since := now();
  return new;
end
$$;

create trigger keep_address_since before update of report_frequency, group_id on periodic_report_address
  for each row when (old.report_frequency <> new.report_frequency or old.group_id <> new.group_id)
  execute function keep_address_since();

-- How many reports of a month count against the package. Those that order one wait for each other until their transactions end, so
-- that two of them cannot both be the last one.
create function count_month_reports(account_id bigint, month_start timestamptz) returns integer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('wachta monthly reports'), (account_id % 2147483648)::integer);
  return (select count(*) from report r where r.owner_id = account_id and r.template_id is not null and not r.is_test
    and r.status <> 'failed' and r.created_at >= month_start);
end
$$;
