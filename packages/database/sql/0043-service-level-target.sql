-- The service level that is agreed, in percent. That of a service comes before that of its group; that of a report template
-- before both.
alter table service add column service_level_target numeric(8, 5) check (service_level_target between 0 and 100);
alter table service_group add column service_level_target numeric(8, 5) check (service_level_target between 0 and 100);
alter table report_template add column service_level_target numeric(8, 5) check (service_level_target between 0 and 100);
