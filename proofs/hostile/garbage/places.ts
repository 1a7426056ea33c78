import { sql } from 'kysely'
import {
  type GarbagePlace,
  garbageGroups,
  garbageSensors,
  garbageServices,
  hash,
  sensor_ids,
  slotTime,
} from './place.ts'
import { pagePlaces } from './place-pages.ts'
import { reportPlaces } from './place-reports.ts'
import { signInPlaces } from './place-sign-in.ts'

export const places: readonly GarbagePlace[] = [
  {
    columns: ['service_group.assigned_sensor_ids'],
    plant: ({ index, json, owner }) => sql`insert into service_group (id, owner_id, name, assigned_sensor_ids)
values (${garbageGroups + index}, ${owner}, ${`Garbage ${index}`}, ${json}::jsonb)`,
  },
  ...(['http', 'heartbeat'] as const).map((type) => createServicePlace(type)),
  {
    columns: [],
    plant: ({ index, owner }) => sql`insert into sensor (id, name, owner_id)
values (${garbageSensors + index}, ${`Garbage ${index}`}, ${owner})`,
  },
  {
    columns: ['sensor_state.report'],
    plant: ({ index, json }) => sql`insert into sensor_state (sensor_id, last_seen, report)
values (${garbageSensors + index}, now(), ${json}::jsonb)`,
  },
  {
    columns: ['sensor_division.division'],
    plant: ({ index, json }) => sql`insert into sensor_division (sensor_id, epoch, division)
values (${garbageSensors + index}, 0, ${json}::jsonb)`,
  },
  {
    columns: ['sensor_comparison.evidence'],
    plant: ({ index, json }) => sql`insert into sensor_comparison (vp_group, sensor_id, observed_at, evidence)
select g, ${garbageSensors + index}, now() + interval '1 minute', ${json}::jsonb from generate_series(0, 7) g`,
  },
  {
    columns: ['sensor_enrolment.token_hash'],
    plant: (garbage) => sql`insert into sensor_enrolment (sensor_id, token_hash, expires_at)
values (${garbageSensors + garbage.index}, ${hash(garbage)}, now() + interval '1 day')`,
  },
  {
    columns: ['analysis.checks'],
    plant: ({ index, bytes }) => sql`insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count,
  error_checks_count, unknown_checks_count, failure, kind, checks)
select ${garbageServices.http + index}, ${slotTime} - n * interval '5 seconds', 1, 51, 1, 2, 0, true, 's', ${bytes}
from generate_series(0, 23) n`,
  },
  {
    columns: ['check_detail.metrics', 'check_detail.step_data'],
    plant: ({
      index,
      json,
    }) => sql`insert into check_detail (service_id, time, sensor_id, error_message, metrics, step_data)
select ${garbageServices.http + index}, ${slotTime}, s, 'garbage', ${json}::jsonb, ${json}::jsonb from unnest(${sensor_ids}::bigint[]) s`,
  },
  {
    columns: ['early_decision.checks'],
    plant: ({ index, bytes }) => sql`insert into early_decision (service_id, time, revision, checks)
values (${garbageServices.http + index}, now(), 1, ${bytes})`,
  },
  {
    columns: ['rollup.parts'],
    plant: ({
      index,
      json,
    }) => sql`insert into rollup (service_id, size, start, sensor_id, analyses, failures, below_quorum,
  ok_checks, error_checks, unknown_checks, response_count, response_sum, parts)
select ${garbageServices.http + index}, size::"char", date_trunc('day', now()) - interval '1 day', sensor_id, 1, 1, 0, 1, 1, 1, 1, 1, ${json}::jsonb
from unnest(array['m', 'h', 'd']) size, unnest(array[0, 3]) sensor_id`,
  },
  {
    columns: ['event.settings', 'event.scope'],
    // For every kind: once with garbage only in the settings, and once in the scope too.
    plant: ({ index, json, owner }) => sql`insert into event (owner_id, name, kind, settings, scope)
select ${owner}, 'Garbage ' || ${index}::int || ' ' || kind, kind,
  case when of_scope then '{}' else ${json}::jsonb end,
  case when of_scope then ${json}::jsonb else '{"all_services": true, "group_ids": [], "service_ids": []}' end
from unnest(array['failure', 'performance', 'certificate_expiry', 'domain_expiry', 'sensor_lost', 'no such kind']) kind,
  unnest(array[true, false]) of_scope`,
  },
  {
    columns: ['forced_analysis.configuration'],
    plant: ({
      index,
      json,
    }) => sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance,
  timeout_ms, configuration, start_time)
values (${garbageServices.http + index}, now(), 'c', ${sensor_ids}::bigint[], 1, 51, 2000, ${json}::jsonb, now())`,
  },
  {
    columns: ['heartbeat.token_hash'],
    plant: (garbage) => sql`insert into heartbeat (service_id, token_hash, started_at)
values (${garbageServices.heartbeat + garbage.index}, ${hash(garbage)}, now())`,
  },
  {
    columns: ['diagnostic.settings', 'diagnostic.results'],
    plant: ({
      index,
      json,
      owner,
    }) => sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, results, expires_at)
select lpad(to_hex(${index} * 2 + n), 40, '0'), ${owner}, kind, 3, ${json}::jsonb, ${json}::jsonb, now() + interval '1 hour'
from unnest(array['dns', 'traceroute']) with ordinality t (kind, n)`,
  },
  {
    columns: ['notification.attempts'],
    plant: ({
      index,
      json,
      owner,
    }) => sql`insert into notification (id, account_id, style, kind, channel_id, address, language_id,
  status, attempts, step, service_id)
values (${1_000_000 + index}, ${owner}, 't', 'test', 'email', 'garbage@example.com', 'en', 'pending', ${json}::jsonb, ${`garbage ${index}`},
  ${garbageServices.http + index})`,
  },
  {
    columns: ['user_setting.value'],
    plant: ({ index, json, owner }) => sql`insert into user_setting (account_id, key, value)
values (${owner}, ${`garbage-${index}`}, ${json}::jsonb)`,
  },
  {
    columns: ['audit.before', 'audit.after', 'audit_personal.data'],
    plant: ({
      json,
      owner,
    }) => sql`select write_audit(jsonb_build_object('time', now(), 'actor_scope', 'customer', 'request_id', 'garbage', 'tree_id', ${owner}::bigint, 'account_id', ${owner}::bigint,
  'resource', 'service', 'object_id', '100', 'operation', 'update', 'before', ${json}::jsonb, 'after', ${json}::jsonb),
  ${json}::jsonb, ${json}::jsonb)`,
  },
  {
    columns: ['idempotent_answer.request_hash'],
    plant: (garbage) => sql`insert into idempotent_answer (account_id, key, request_hash, answer)
values (${garbage.owner}, ${`garbage ${garbage.index}`}, ${hash(garbage)}, ${garbage.json})`,
  },
  {
    columns: ['dead_letter.content'],
    plant: ({ bytes }) =>
      sql`insert into dead_letter (subject, reason, content) values ('garbage', 'garbage', ${bytes})`,
  },
  ...signInPlaces,
  ...reportPlaces,
  ...pagePlaces,
]

/** A service with a current revision: one with checks, or a heartbeat service, whose settings the analyst reads. */
function createServicePlace(type: 'http' | 'heartbeat'): GarbagePlace {
  return {
    columns: ['service.extended_settings', 'service.secrets', 'service_revision.configuration'],
    plant: ({ index, json, owner }) => sql`with added as (
  insert into service (id, owner_id, group_id, type_id, name, address, "interval", extended_settings, secrets)
  values (${garbageServices[type] + index}, ${owner}, ${garbageGroups + index}, ${type}, ${`Garbage ${index}`}, 'garbage', 5, ${json}::jsonb, ${json}::jsonb)
  returning id, owner_id, group_id, type_id)
insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active, interval_ms, phase_ms,
  timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, owner_id, group_id, type_id, now() - interval '1 hour', true, 5000, 0, 2000, 500, 51,
  ${type === 'heartbeat' ? [] : sensor_ids}::bigint[], 1, ${json}::jsonb from added`,
  }
}

const auditReason = 'made by write_audit; what differs from it is tampering, which `wachta verify` reports'
const sealReason =
  'the seals of the installation, of no tenant; what differs is tampering, which `wachta verify` reports'
const dictionaryReason = 'written by the product itself at every start, of no tenant'

/** Columns without garbage, each with its reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'audit.actor_digest': auditReason,
  'audit.hash': auditReason,
  'audit.previous_hash': auditReason,
  'audit.subject_digest': auditReason,
  'audit_personal.salt': auditReason,
  'seal.content': sealReason,
  'seal.content_sha256': sealReason,
  'seal.hash': sealReason,
  'seal.previous_hash': sealReason,
  'dictionary_entry.description': dictionaryReason,
  'dictionary_entry.name': dictionaryReason,
  'error_type.description': dictionaryReason,
  'error_type.diagnosis': dictionaryReason,
  'error_type.extra_info': dictionaryReason,
  'error_type.name': dictionaryReason,
  'service_type.address_format': dictionaryReason,
  'service_type.description': dictionaryReason,
  'service_type.name': dictionaryReason,
  'package.available_service_types':
    'of the operator: a tenant cannot write it, and every tenant of the package shares it',
  'graphile_worker._private_jobs.flags': 'no job has flags, and no process reads them',
  'graphile_worker._private_jobs.payload': 'see jobs.ts',
}
