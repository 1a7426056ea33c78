import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { heartbeatToken, seeded } from './history.ts'
import { linkedService } from './oracle.ts'
import type { AccountTrees } from './trees.ts'

/** Stores artifacts of the seeded checks, each with the name of its service, and returns the download token of one. */
export async function seedEvidence(
  api: TestApi,
  trees: Omit<AccountTrees, 'artifactToken' | 'reportTokens'>,
): Promise<string> {
  const services = await api.owner.query(sql<{ id: number; name: string }>`select id, name from service`)
  for (const { id, name } of services) await api.objects.put(`20260101/matrix/${id}`, Buffer.from(name))
  await api.owner.query(
    sql`select partition_days(array(select distinct (time - interval '5 minutes')::date from check_detail))`,
  )
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut,
  stored_at)
select v.id, d.time - earlier, d.sensor_id, kind, '20260101/matrix/' || v.id, 'text/plain', 'content', octet_length(v.name), false, d.time
from service v join check_detail d on d.service_id = v.id, unnest(array[${seeded.artifact_id}, 'har']) kind, unnest(array['0', '5 minutes']::interval[]) earlier`)
  const { id, owner } = trees.findByLabel(linkedService)
  await api.owner.query(
    sql`insert into heartbeat (service_id, token_hash) values (${id}, ${hashToken(heartbeatToken)})`,
  )
  const session = trees.sessions.find(({ holder }) => holder === owner)
  const path = `/services/${id}/history/analyses/${seeded.analysis_id}/checks/${seeded.sensor_id}/artifacts/${seeded.artifact_id}`
  const { body, text } = await api.call('GET', path, { as: session?.authorization })
  const token = new URL(String(body?.url)).searchParams.get('token')
  if (token === null) throw new Error(`the evidence of ${linkedService} has no URL: ${text}`)
  return token
}
