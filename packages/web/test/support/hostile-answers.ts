import { sql } from 'kysely'
import type { Stage } from './hostile-stage.ts'

/** The number of sensors that are asked: one for each kind of answer. */
export const askedSensors = 2

/**
 * Answers by name servers and routers, whose operators can write anything. The returned function answers all pending
 * requests: one sensor's traceroute has hops, the other one's the reason why there are none.
 */
export function hostileAnswers({ api, account, give }: Stage): () => Promise<void> {
  const lines = give('line of an answer to dig', 200)
  const names = give('name of a hop', 60)
  const addresses = give('address of a hop', 60)
  const why = give('why there are no hops', 20)
  const hops = names.map((name, at) => ({ hop: at + 1, name, address: addresses[at], times: [1.2, null, 3] }))
  const answers = { dns: [lines.join('\n'), lines.toReversed().join('\n')], traceroute: [hops, why.join('\n')] }
  return async () => {
    const waiting = await api.owner.query(sql<{
      id: string
      kind: 'dns' | 'traceroute'
    }>`select id, kind from diagnostic
where owner_id = ${account} and status <> 'completed' order by created_at, sensor_id`)
    for (const [place, { id, kind }] of waiting.entries())
      await api.owner.query(sql`update diagnostic set status = 'completed',
  results = ${JSON.stringify(answers[kind][place % askedSensors])}::jsonb where id = ${id}`)
  }
}
