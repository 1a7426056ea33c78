-- Moves of account trees between cells.

-- The move that concerns a tree in this cell. From `fenced` to `left`, this is the cell that the tree leaves; from `arriving` to
-- `arrived`, the one that it comes to. The row of the source stays, so that requests which are still led here are sent on.
create table tree_move (
  tree_id bigint primary key,
  move_id uuid not null,
  other_cell integer not null,
  step text not null check (step in ('fenced', 'left', 'arriving', 'arrived')),
  -- Checks of slots before it are those of the source, all others those of the destination. Null until no change is under way any more.
  handover_time timestamptz,
  changed_at timestamptz not null default now()
);

-- Services whose sensors check for this cell already, while their rows are still in the other one: their slots wait.
create table arriving_service (
  service_id bigint primary key,
  owner_id bigint not null,
  tree_id bigint not null
);

-- What requests for a tree that has left carry: hashes of secrets, names and ids. They are answered with 503 and not with 401 or 404,
-- until the router knows where the tree is.
create table departed_key (
  kind text not null,
  name text not null,
  tree_id bigint not null,
  primary key (kind, name, tree_id)
);

grant select on tree_move, arriving_service, departed_key to wachta_app;

-- Rollups are copied before their services, so that a move does not take long: no foreign key ties them any more.
create or replace function forget_rollups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from rollup where service_id = old.id;
  return null;
end
$$;
do $$
declare
  tied record;
begin
  for tied in select conname, conrelid::regclass as relation from pg_constraint
    where contype = 'f' and confrelid = 'service'::regclass and conrelid::regclass::text like 'rollup%' loop
    execute format('alter table %s drop constraint %I', tied.relation, tied.conname);
  end loop;
end
$$;
