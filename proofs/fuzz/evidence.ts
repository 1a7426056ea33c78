import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import { checkTypes } from '@wachta/checks'
import type { Transaction } from '@wachta/database'
import type { Vault } from '@wachta/runtime/vault'
import { type RawBuilder, sql } from 'kysely'
import { plantedAnalysis, plantedTime } from './rows.ts'
import type { World } from './world.ts'

/** The storage location of all seeded evidence. */
export const plantedObject = '20260301/fuzz/content'

const job = 'j'.repeat(32)
const kinds = ['dns', 'traceroute'] as const
const settingsByKind = {
  dns: { dns_server: '192.0.2.53', address: 'example.com', record_type: 'A' },
  traceroute: { address: 'example.com' },
}
const buildId = (kind: string): string => Buffer.from(kind).toString('hex').padEnd(40, '0')

/** Restores services and manual diagnostics, so that earlier requests do not count towards a limit. */
export function restoreEvidence(base: number, owner: number): (tx: Transaction) => Promise<void> {
  return async (tx) => {
    for (const statement of buildStatements(base, owner)) await tx.query(statement)
  }
}

function buildStatements(base: number, owner: number): RawBuilder<unknown>[] {
  return [
    sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active, interval_ms, phase_ms,
  timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, owner_id, group_id, type_id, ${plantedTime}::timestamptz, true, 300000, 0, 1000, 0, 51, array[${base + 1}]::bigint[], 1,
  '{"address": "", "extended_settings": {}, "secrets": {}}' from service where id > ${base} on conflict do nothing`,
    sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
select id, ${plantedTime}::timestamptz - earlier, ${base + 1}, kind, ${plantedObject}, 'text/html', 'page.html', 7, false, now()
from service, unnest(array['content', 'har']) kind, unnest(array['0', '5 minutes']::interval[]) earlier where id > ${base} on conflict do nothing`,
    sql`delete from forced_analysis`,
    sql`delete from diagnostic`,
    sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, expires_at)
select id, ${owner}, kind, ${base + 1}, settings, now() + interval '1 day'
from unnest(${kinds.map(buildId)}::text[], ${[...kinds]}::text[], ${kinds.map((kind) => JSON.stringify(settingsByKind[kind]))}::jsonb[]) as a (id, kind, settings)`,
    sql`insert into heartbeat (service_id, token_hash) select min(id), ${hashToken(job)} from service where id > ${base} and type_id = 'heartbeat'
on conflict (service_id) do update set token_hash = excluded.token_hash`,
  ]
}

/** Paths that work only with the right secret or id in them. */
export function createEvidenceLinks(base: number, { seal }: Pick<Vault, 'seal'>): World['links'] {
  const [service_id, sensor_id, artifact_id] = [base + 1, base + 1, 'content']
  const grant = {
    service_id,
    time: Date.parse(plantedTime),
    sensor_id,
    artifact_id,
    expires: Date.now() + 3_600_000_000,
  }
  const token = seal(JSON.stringify(grant), ['artifact', 'token'])
  const check = `/services/${service_id}/history/analyses/${plantedAnalysis}/checks/${sensor_id}`
  const paths = {
    list_check_artifacts: `${check}/artifacts`,
    read_check_artifact: `${check}/artifacts/har`,
    read_earlier_check_artifact: `${check}/artifacts/har/earlier`,
    read_check_artifact_plain: `${check}/artifacts/har/plain`,
    read_check_artifact_zip: `${check}/artifacts/har/zip`,
    read_check_content: `${check}/content`,
    read_check_uncompressed_content: `${check}/uncompressed_content`,
    read_check_har: `${check}/har`,
    create_heartbeat_token: `/services/${base + 1 + checkTypes.findIndex(({ id }) => id === 'heartbeat')}/heartbeat_token`,
    post_heartbeat: `/heartbeats/${job}`,
  }
  return {
    ...Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, { path, query: [] }])),
    read_check_artifact_by_token: {
      path: `${check}/artifacts/${artifact_id}/by_token/page.html`,
      query: [`token=${encodeURIComponent(token)}`],
    },
    report_heartbeat: { path: `/heartbeats/${job}`, query: ['state=started'] },
    ...Object.fromEntries(
      kinds.flatMap((kind) =>
        ['read', 'delete'].map((verb) => [
          `${verb}_${kind}_diagnostic`,
          { path: `/system/${kind}_diagnostics/${buildId(kind)}`, query: [] },
        ]),
      ),
    ),
  }
}
