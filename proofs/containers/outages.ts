import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from './installation.ts'

const processes = 'api planner analyst notifier reporter'
const centre = `${processes} nats postgres`
/** The length of an outage: each service is due several times during it. */
const awayMs = 15_000
const up = 'up --wait --wait-timeout 300'

interface Outage {
  readonly name: string
  run(installation: Installation): Promise<void>
}

/** Each stops something, regularly or by force, and starts it again with the documented command. */
export const outages: readonly Outage[] = [
  { name: 'docker stop of the centre', run: (installation) => leave(installation, `stop ${centre}`) },
  { name: 'kill of the centre', run: (installation) => leave(installation, `kill ${centre}`) },
  { name: 'docker stop of the sensor', run: (installation) => leave(installation, 'stop sensor') },
]

async function leave({ compose }: Installation, how: string): Promise<void> {
  await compose(how)
  await wait(awayMs)
  await compose(up)
}

/** Kills the sensor and starts it again; returns when it was killed. */
export async function killSensor({ compose }: Installation): Promise<number> {
  await compose('kill sensor')
  const moment = Date.now()
  await compose(up)
  return moment
}

/** Deletes all data and restores the backup. The sensor keeps checking meanwhile. */
export async function restoreBackup({ compose }: Installation): Promise<void> {
  await compose('run --rm wachta backup --to /backup/proof')
  await wait(awayMs)
  await compose(`stop ${processes}`)
  await compose('exec -T postgres dropdb -U wachta --force wachta')
  await compose('exec -T postgres createdb -U wachta wachta')
  await compose('run --rm wachta restore --from /backup/proof')
  await compose(up)
}

/** A newer version: the same program with one more migration, which only adds. */
const nextVersion = (image: string): string => `FROM ${image}
USER 0
RUN if [ -d packages/database/sql ]; then echo 'create table of_next_version (id bigint primary key);' > packages/database/sql/9999-next-version.sql; fi
USER 10001:10001
`

/** Upgrades, and downgrades without reverting the schema; returns how often the version was changed. */
export async function upgradeAndBack({ compose, docker }: Installation): Promise<number> {
  for (const image of ['wachta', 'wachta-sensor'])
    await docker(`build --quiet --tag ${image}:proof-next -`, nextVersion(`${image}:proof`))
  await compose(up, { WACHTA_VERSION: 'proof-next' })
  const version = await compose('images --format json')
  if (!version.includes('proof-next')) throw new Error('the images are not those of the next version')
  await wait(awayMs)
  await compose(`${up} --no-deps ${processes} sensor`)
  return 2
}
