-- Who knows the secret of an application: the person who registered it or replaced its secret last. With client
-- credentials it acts as the account only while that person may manage its applications. Null if they are deleted.
alter table application add column registrant_id bigint references account on delete set null;
create index application_registrant on application (registrant_id) where registrant_id is not null;

update application y set registrant_id = coalesce(
  (select a.id from audit e join account a on a.id = e.actor_id
    where e.resource = 'application' and e.object_id = y.id::text
      and e.operation in ('create_application', 'rotate_application_secret')
      and y.owner_id in (a.id, a.parent_account_id)
    order by e.id desc limit 1),
  y.owner_id);

-- A code or token of an application that was used twice: one of the two uses may have been a thief's.
alter table security_event drop constraint security_event_type_check;
alter table security_event add constraint security_event_type_check
  check (type in ('sign_in_failed', 'code_failed', 'password_failed', 'throttled', 'address_rejected',
    'account_rejected', 'session_rejected', 'access_denied', 'step_up_missing', 'step_up', 'cross_site',
    'passkey_rejected', 'passkey_clone_suspected', 'token_reused'));
