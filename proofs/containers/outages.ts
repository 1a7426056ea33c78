import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from './installation.ts'

const processes = 'api planner analyst notifier reporter'
const centre = `${processes} nats postgres`
/** The length of an outage: each service is due several times during it. */
const outageMs = 15_000
const upCommand = 'up --wait --wait-timeout 300'

interface Outage {
  readonly name: string
  run(installation: Installation): Promise<void>
}

/** Each stops something, regularly or by force, and starts it again with the documented command. */
export const outages: readonly Outage[] = [
  { name: 'docker stop of the centre', run: (installation) => interrupt(installation, `stop ${centre}`) },
  { name: 'kill of the centre', run: (installation) => interrupt(installation, `kill ${centre}`) },
  { name: 'docker stop of the sensor', run: (installation) => interrupt(installation, 'stop sensor') },
]

async function interrupt({ compose }: Installation, command: string): Promise<void> {
  await compose(command)
  await wait(outageMs)
  await compose(upCommand)
}

/** Kills the sensor and starts it again; returns when it was killed. */
export async function killSensor({ compose }: Installation): Promise<number> {
  await compose('kill sensor')
  const killedAt = Date.now()
  await compose(upCommand)
  return killedAt
}

/** Deletes all data and restores the backup. The sensor keeps checking meanwhile. */
export async function restoreBackup({ compose }: Installation): Promise<void> {
  await compose('run --rm wachta backup --to /backup/proof')
  await wait(outageMs)
  await compose(`stop ${processes}`)
  await compose('exec -T postgres dropdb -U wachta --force wachta')
  await compose('exec -T postgres createdb -U wachta wachta')
  await compose('run --rm wachta restore --from /backup/proof')
  await compose(upCommand)
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
  await compose(upCommand, { WACHTA_VERSION: 'proof-next' })
  const version = await compose('images --format json')
  if (!version.includes('proof-next')) throw new Error('the images are not those of the next version')
  await wait(outageMs)
  await compose(`${upCommand} --no-deps ${processes} sensor`)
  return 2
}
