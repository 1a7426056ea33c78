-- A link that is sent to the e-mail address of a contact: whoever opens it agrees to be notified by the account.
alter table mailed_token add column address text check (char_length(address) <= 512);
alter table mailed_token add column created_at timestamptz not null default now();
alter table mailed_token drop constraint mailed_token_purpose_check;
alter table mailed_token add constraint mailed_token_purpose_check
  check (purpose in ('activation', 'password', 'email_address', 'recipient'));
alter table mailed_token add constraint mailed_token_recipient check ((purpose = 'recipient') = (address is not null));
create index mailed_token_recipient on mailed_token (lower(address), created_at) where purpose = 'recipient';

-- Who was notified before has had the chance to complain. All e-mail channels share one proof, under `email`.
insert into verified_address (account_id, channel_id, address, verified_at)
select distinct account_id, 'email', address, now() from notification
where channel_id like 'email%' and status = 'sent' and account_id in (select id from account)
on conflict do nothing;

-- How many mails were sent, by day and by what a limit is of: account or recipient.
create table mail_usage (
  day date not null,
  scope text not null,
  messages integer not null,
  primary key (day, scope)
);

grant select, insert, update, delete on mail_usage to wachta_app;
