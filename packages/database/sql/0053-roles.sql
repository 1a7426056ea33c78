-- What a user may do in an account. The holder of the account is its owner. `is_read_only` stays what older versions and
-- clients know of it: it is true for viewers.
alter table account add column role text
    check (role in ('owner', 'manager', 'editor', 'operator', 'viewer', 'billing')),
  -- The service groups that the user is limited to; null for all. Groups that are gone leave nothing behind.
  add column role_group_ids bigint[] check (cardinality(role_group_ids) between 1 and 100);

update account set role = case when parent_account_id is null then 'owner' when is_read_only then 'viewer' else 'editor' end;

create function follow_role() returns trigger language plpgsql as $$
begin
  if new.parent_account_id is null then
    new.role := 'owner';
    new.role_group_ids := null;
  elsif tg_op = 'INSERT' then
    new.role := coalesce(new.role, case when new.is_read_only then 'viewer' else 'editor' end);
    new.is_read_only := new.role = 'viewer';
  elsif new.role is distinct from old.role then
    new.is_read_only := new.role = 'viewer';
  elsif new.is_read_only is distinct from old.is_read_only then
    new.role := case when new.is_read_only then 'viewer' else 'editor' end;
  end if;
  return new;
end
$$;

create trigger account_role before insert or update of parent_account_id, role, is_read_only, role_group_ids on account
  for each row execute function follow_role();

alter table account alter column role set not null,
  add constraint account_role_owner check ((role = 'owner') = (parent_account_id is null)),
  add constraint account_role_groups check (role_group_ids is null or role in ('editor', 'operator', 'viewer'));

grant insert (role, role_group_ids), update (role, role_group_ids) on account to wachta_app;
