import type { SentStatement } from '../support/recording.ts'
import { customer } from '../support/services.ts'

/** The services that the customer may read: its own, and those in groups that are shared with it. */
const readable = '(v.owner_id = $1 or v.group_id = any(array(select group_id from group_share where account_id = $1)))'

/** One scan of the failing services finds the page and the total; everything else is read for the page only. */
export const failingByHand = (limit: number): SentStatement => ({
  name: 'failing by hand',
  text: `with failing as (
  select v.id, s.since, count(*) over () as total from service v join service_state s on s.service_id = v.id
  where v.status = 'failure' and ${readable}
  order by s.since desc, v.id limit $2
), page as (
  select v.id as service_id, v.status, wire_time(f.since) as since, to_char(s.last_time at time zone 'UTC', 'YYMMDDHH24MISSMS') as last_analysis_id,
    wire_time(s.last_time) as last_analysis_time, wire_time(s.last_ok_time) as last_ok_time, wire_time(s.last_error_time) as last_error_time,
    s.response_time as average_response_time, s.failing_sensor_ids, s.error_type_id, v.is_suspended, v.is_silenced,
    case when t.category_id <> 'sensorless' and r.is_active and r.sensor_ids = '{}' then 'no_able_sensor' end as unchecked_reason,
    (select row_to_json(shown) from (select v.name, v.address) as shown) as service
  from failing f join service v on v.id = f.id join service_state s on s.service_id = v.id join service_type t on t.id = v.type_id
  left join service_revision r on r.service_id = v.id and r.effective_to is null
  order by f.since desc, v.id
)
select (select json_agg(page) from page)::text as rows, (select total from failing limit 1) as total`,
  values: [customer, limit],
})

/** One scan of the texts finds the page and the number of matches. */
export const queryByHand = (words: readonly string[], limit: number): SentStatement => ({
  name: `query by hand for ${words.length}`,
  text: `with found as (
  select v.id, count(*) over () as total from service v
  where ${readable} and ${words.map((_word, index) => `v.query_text || '' like (select '%' || folded_literal($${index + 3}) || '%')`).join(' and ')}
  order by v.id limit $2
), page as (
  select v.id, v.type_id, v.owner_id, v.name, v.address, v.group_id, v.interval, v.description, v.is_active, v.is_archived,
    v.sensor_ids, v.step_names, v.notification_channel_ids, v.notification_condition_ids, v.notification_mode_id,
    v.recovery_notification_mode_id, v.extended_settings, w.silent_hours, w.suspension_hours, v.external_id, v.tags,
    v.service_level_target::double precision as service_level_target
  from found f join service v on v.id = f.id, lateral (
    select coalesce(jsonb_agg(hours order by start_minute, w.id) filter (where only_notifications), '[]') as silent_hours,
      coalesce(jsonb_agg(hours order by start_minute, w.id) filter (where not only_notifications), '[]') as suspension_hours
    from weekly_suspension w, lateral (select jsonb_build_object('start_minute', wire_minute(w.start_minute),
      'end_minute', wire_minute(w.end_minute)) as hours) h
    where w.service_id = v.id
  ) w order by v.id
)
select coalesce((select json_agg(page) from page), '[]')::text as rows, coalesce((select total from found limit 1), 0) as total`,
  values: [customer, limit, ...words],
})

const buildCountColumns = (owner: 'own' | 'shared', condition: string): string =>
  ['', 'paused', 'failure', 'archived']
    .flatMap((state) => {
      const name = state === '' ? '' : `${state}_`
      const filter = { '': '', archived: ' and is_archived' }[state] ?? ` and status = '${state}'`
      return [
        `(count(*) filter (where ${condition}${filter}))::integer as ${owner}_${name}services`,
        `(coalesce(sum(step_count) filter (where ${condition}${filter}), 0))::integer as ${owner}_${name}service_steps`,
      ]
    })
    .join(',\n  ')

/** One index-only scan of the services; services in shared groups that the customer owns itself count twice. */
export const countersByHand: SentStatement = {
  name: 'counters by hand',
  text: `select ${buildCountColumns('own', 'is_own')},
  ${buildCountColumns('shared', 'not is_own')}
from (
  select true as is_own, status, is_archived, step_count from service where owner_id = $1
  union all select false, status, is_archived, step_count from service
  where group_id = any(array(select group_id from group_share where account_id = $1))
) v`,
  values: [customer],
}
