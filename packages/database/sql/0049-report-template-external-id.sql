-- The name of a report template in a declared configuration.
alter table report_template add external_id text check (char_length(external_id) between 1 and 255);
create unique index report_template_external_id on report_template (owner_id, external_id) where external_id is not null;
