-- The number of the cell that this database belongs to. Its ids and secrets carry it, so that those of two cells never collide.
create table cell (
  is_only boolean primary key default true check (is_only),
  number integer not null default 0 check (number between 0 and 255)
);

insert into cell default values;

grant select on cell to wachta_app;

-- Confines every sequence of ids to the ids of the cell: in cell 0 from 1, in cell n from n × 10^12. A sequence that reaches the end of its
-- range fails instead of entering that of the next cell. Sequences of later migrations are confined when it is called again.
create function confine_ids() returns void language plpgsql as $$
declare
  cell_number bigint := (select number from cell);
  lowest constant bigint := cell_number * 1000000000000 + 1;
  highest constant bigint := (cell_number + 1) * 1000000000000 - 1;
  sequence record;
begin
  for sequence in select s.sequencename as name from pg_sequences s where s.schemaname = 'public'
    and s.data_type = 'bigint'::regtype and (s.min_value, s.max_value) is distinct from (lowest, highest) loop
    if cell_number = 0 then
      execute format('alter sequence %I minvalue %s maxvalue %s', sequence.name, lowest, highest);
    else
      execute format('alter sequence %I minvalue %2$s maxvalue %3$s start %2$s restart', sequence.name, lowest, highest);
    end if;
  end loop;
end
$$;

revoke execute on function confine_ids() from public;
