-- What messages about a report say, so that nobody has to read its whole document for it.
alter table report add column summary jsonb;

-- too_many_changes: the maintenance windows of a service were changed so often that counting them would hold up the reports of
-- others. document_too_large: the document has more bytes than one can have.
alter table report drop constraint report_failure_reason_check;
alter table report add constraint report_failure_reason_check
  check (failure_reason in ('no_services', 'not_printable', 'beyond_package', 'document_too_large', 'too_many_changes'));
alter table report_preview drop constraint report_preview_failure_reason_check;
alter table report_preview add constraint report_preview_failure_reason_check
  check (failure_reason in ('no_services', 'not_printable', 'too_large', 'too_many_changes'));
