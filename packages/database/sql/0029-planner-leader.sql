-- Who leads among planners: the lock says who may, this row since when and how lately it was proved.
create table planner_leader (
  name text primary key,
  -- Higher with every leader, and by time: higher too than those that a database has lost by going back.
  epoch bigint not null,
  renewed_at timestamptz not null,
  -- It said good-bye: a successor need not wait.
  has_left boolean not null
);

grant select, insert, update, delete on planner_leader to wachta_app;
