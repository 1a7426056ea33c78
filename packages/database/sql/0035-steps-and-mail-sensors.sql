-- The steps of a scenario stand in its settings; their names, and so their number, follow from them. Other types have none.
update service v set step_names = n.names from (
  select s.id, coalesce((select array_agg(step ->> 'name' order by place) from jsonb_array_elements(
    case when jsonb_typeof(s.extended_settings -> 'steps') = 'array' then s.extended_settings -> 'steps' else '[]' end)
    with ordinality e (step, place)), '{}') as names from service s) n
where n.id = v.id and v.step_names <> n.names;

-- A new sensor checks mail too, unless somebody says that its network lets nothing out to port 25.
alter table sensor alter column category_ids set default '{default,mail}';

-- The sensors that a group has for a category. Where it names none, those of its default ones that are able to.
create function group_sensors(assigned jsonb, category text) returns bigint[] language sql stable return
  case when jsonb_array_length(coalesce(assigned -> category, '[]')) > 0
    then array(select s::bigint from jsonb_array_elements_text(assigned -> category) s)
    else array(select x.id from sensor x where category = any(x.category_ids)
      and x.id in (select s::bigint from jsonb_array_elements_text(coalesce(assigned -> 'default', '[]')) s))
  end;
