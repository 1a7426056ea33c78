-- Whether groups or the default role give the user a role. Without one it has no access, by no credential at all.
alter table sso_identity add column has_role boolean not null default true;

-- A reseller cannot delete a connection while sub-accounts use it: their users and enforcement would go with it.
alter table sso_connection drop constraint sso_connection_source_id_fkey;
alter table sso_connection add constraint sso_connection_source_id_fkey foreign key (source_id) references sso_connection;
