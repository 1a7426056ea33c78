-- Pages that announce incidents and maintenance windows by themselves.
alter table status_page
  add column incident_posts text not null default 'none' check (incident_posts in ('none', 'draft', 'published')),
  -- In seconds: an incident that ends before this is not announced.
  add column incident_post_delay integer not null default 300 check (incident_post_delay between 0 and 86400),
  add column maintenance_posts text not null default 'none' check (maintenance_posts in ('none', 'published')),
  -- In seconds before a maintenance window begins.
  add column maintenance_notice integer not null default 259200 check (maintenance_notice between 0 and 2592000),
  -- Texts by language; built-in ones where there are none.
  add column announcement_templates jsonb not null default '{}' check (octet_length(announcement_templates::text) <= 200000);

-- A post that the installation wrote and goes on with. False once a person has changed it or one of its updates.
alter table status_page_post add column is_automatic boolean not null default false;
create index status_page_post_automatic on status_page_post (status_page_id)
  where is_automatic and state not in ('resolved', 'completed');

-- What was announced on which page, each incident and window at most once. It outlives the post: what a person has deleted
-- is not announced again.
create table status_page_announcement (
  status_page_id bigint not null references status_page on delete cascade,
  incident_id bigint references incident on delete cascade,
  suspension_id bigint references suspension on delete cascade,
  post_id bigint references status_page_post on delete set null,
  check (num_nonnulls(incident_id, suspension_id) = 1),
  unique (status_page_id, incident_id),
  unique (status_page_id, suspension_id)
);

create index status_page_announcement_incident on status_page_announcement (incident_id) where incident_id is not null;
create index status_page_announcement_suspension on status_page_announcement (suspension_id) where suspension_id is not null;
create index status_page_announcement_post on status_page_announcement (post_id) where post_id is not null;

grant select, insert, update, delete on status_page_announcement to wachta_app;

-- The reporter writes posts too. It must not be able to change pages because of that, least of all their owner.
alter function write_parent() security definer set search_path = public, pg_temp;

-- Posts and updates as the audit log shows them.
create function status_page_post_record(p status_page_post) returns jsonb language sql stable
  return jsonb_build_object('id', p.id, 'status_page_id', p.status_page_id, 'public_id', p.public_id, 'kind', p.kind,
    'title', p.title, 'state', p.state, 'impact', p.impact, 'component_ids', p.component_ids, 'start_time', wire_time(p.start_time),
    'end_time', wire_time(p.end_time), 'post_mortem', p.post_mortem, 'is_draft', p.published_at is null,
    'published_at', wire_time(p.published_at), 'incident_id', p.incident_id, 'is_automatic', p.is_automatic,
    'created_at', wire_time(p.created_at));

create function status_page_update_record(u status_page_update) returns jsonb language sql stable
  return jsonb_build_object('id', u.id, 'post_id', u.post_id, 'public_id', u.public_id, 'state', u.state, 'text', u.text,
    'time', wire_time(u.time));

-- Records what the installation wrote about a post of its own, and nothing else: `made` is an update that it added, and `before` the
-- post before a change. Only automatic posts can be recorded, so that nobody can make up the deeds of a person.
create function audit_announcement(post bigint, made bigint, before jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written status_page_post;
  after jsonb;
  entry jsonb;
begin
  select * into strict written from status_page_post p where p.id = post and p.is_automatic;
  if made is null then
    after := status_page_post_record(written);
    entry := jsonb_build_object('operation', case when before is null then 'create_status_page_post' else 'update_status_page_post' end,
      'resource', 'status_page_post', 'object_id', post::text);
  else
    select status_page_update_record(u) into strict after from status_page_update u where u.id = made and u.post_id = post;
    entry := jsonb_build_object('operation', 'create_status_page_update', 'resource', 'status_page_update', 'object_id', made::text);
  end if;
  perform write_audit(entry || jsonb_build_object('account_id', written.owner_id, 'actor_scope', 'system',
      'request_id', 'announcement', 'time', wire_time(clock_timestamp()),
      'tree_id', coalesce((select a.tree_id from account a where a.id = written.owner_id), written.owner_id),
      'before', (select jsonb_object_agg(b.key, b.value) from jsonb_each(before) b where b.value is distinct from after -> b.key),
      'after', (select jsonb_object_agg(a.key, a.value) from jsonb_each(after) a
        where before is null or a.value is distinct from before -> a.key)),
    null, null);
end
$$;

revoke execute on function audit_announcement from public;
grant execute on function audit_announcement to wachta_app;
