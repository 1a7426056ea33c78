import { findFreePort } from '@wachta/operate/engines/free-port'
import { type Churn, startChurn } from './churn.ts'
import { addCustomer } from './customer.ts'
import { type Disk, hasDisks, keepLogOutside, openDisk } from './disks.ts'
import type { Rewind } from './notifications.ts'
import { type RestartingProcess, supervise } from './processes.ts'
import { createRandom } from './random.ts'
import { openRig, type Rig, type Break as RigBreak, type RigFolders, type WatchedSensor } from './rig.ts'
import { type Arrival, openMailSink, openWebSink, type Sink } from './sinks.ts'
import { type FailurePattern, services } from './world.ts'

/** What is broken on purpose: a rule of monitoring, or a row that is deleted behind the product's back. */
export type Break = RigBreak | 'incident' | 'message'

/** A whole installation: monitoring, the API with a customer who changes services, and contacts who are notified. */
export interface Installation extends Rig {
  readonly api: RestartingProcess
  readonly notifiers: readonly [RestartingProcess, RestartingProcess]
  readonly sinks: { readonly mail: Sink; readonly web: Sink }
  readonly arrivals: readonly Arrival[]
  readonly disks: Disks | undefined
  /** Sensors that are cut off now. */
  readonly sensorsCutOff: Set<WatchedSensor>
  /** When the database was restored to an earlier state. */
  readonly rewinds: Rewind[]
  /** The customer who changes services, once started. */
  churn: Churn | undefined
  /** Starts to change services through the API. */
  startChurn(): Churn
}

export interface Disks {
  readonly postgres: Disk
  readonly nats: Disk
  readonly objects: Disk
  readonly spool: Disk
}

/** Services that are never changed, for checks of completeness. */
export const unchangedServices = services.slice(0, 10)
const changedServices = services.slice(10)

export const channels = ['email_dedicated', 'json_post'] as const

const megabytes = { postgres: 512, nats: 256, objects: 64, spool: 64 } as const

interface Options {
  readonly broken?: Break | undefined
  readonly failurePattern: FailurePattern
  /** Three brokers instead of one, and no separate disks. */
  readonly isCluster?: boolean
}

export async function openInstallation(
  seed: number,
  { broken, failurePattern, isCluster = false }: Options,
): Promise<Installation> {
  await using stack = new AsyncDisposableStack()
  const arrivals: Arrival[] = []
  const recordArrival = (arrival: Arrival): void => {
    // The control: a provider that loses messages that it has accepted.
    if (broken === 'message' && arrivals.length % 5 === 4 && arrival.channel === 'json_post') return
    arrivals.push(arrival)
  }
  const sinks = { mail: stack.use(await openMailSink(recordArrival)), web: stack.use(await openWebSink(recordArrival)) }
  const addresses = [
    { channel_id: 'email_dedicated', address: 'duty@example.com' },
    { channel_id: 'json_post', address: `http://127.0.0.1:${sinks.web.port}/hook` },
  ]
  let [authorization, disks] = ['', undefined as Disks | undefined]
  const rig = stack.use(
    await openRig(seed, {
      broken: broken === 'ack' || broken === 'tail' ? broken : undefined,
      ...{ failurePattern, isCluster },
      fsync: 'on',
      createFolders: async (folder, owned) => {
        disks = !isCluster && (await hasDisks()) ? await openDisks(folder, owned) : undefined
        return disks ? toRigFolders(disks) : {}
      },
      prepare: async (db) => {
        authorization = await addCustomer(db, addresses)
      },
    }),
  )
  const port = await findFreePort()
  const start = (name: string, extraVariables: Readonly<Record<string, string>>) =>
    stack.use(
      supervise({
        name,
        command: name.replace(/-.*/, ''),
        environment: () => ({ ...rig.environment, SMTP_URL: `smtp://127.0.0.1:${sinks.mail.port}`, ...extraVariables }),
        folder: rig.folder,
      }),
    )
  const notifier = (name: string) => start(name, { PUBLIC_URL: `http://${name}.test`, EGRESS_ALLOW: '127.0.0.0/8' })
  const api = start('api', { HTTP_PORT: String(port), REQUESTS_PER_MINUTE: '1000000' })
  const notifiers = [notifier('notifier-1'), notifier('notifier-2')] as const
  const owned = stack.move()
  // Properties of the rig may change: its database may be restored elsewhere.
  const installation: Installation = Object.assign(Object.create(rig) as Rig, {
    ...{
      api,
      notifiers,
      sinks,
      arrivals,
      disks,
      sensorsCutOff: new Set<WatchedSensor>(),
      rewinds: [],
      churn: undefined,
    },
    startChurn() {
      installation.churn = startChurn({
        address: `http://127.0.0.1:${port}`,
        authorization,
        target: rig.target.port,
        services: changedServices.map(({ service_id }) => service_id),
        random: createRandom(seed + 1),
      })
      const { stop } = installation.churn
      owned.defer(stop)
      return installation.churn
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  })
  return installation
}

async function openDisks(folder: string, stack: AsyncDisposableStack): Promise<Disks> {
  const open = async (name: keyof Disks) => stack.use(await openDisk(folder, `disk-${name}`, megabytes[name]))
  const [postgres, nats] = [await open('postgres'), await open('nats')]
  await keepLogOutside(postgres, folder, 'postgres.log')
  await keepLogOutside(nats, folder, 'nats.log')
  return { postgres, nats, objects: await open('objects'), spool: await open('spool') }
}

const toRigFolders = ({ postgres, nats, objects, spool }: Disks): RigFolders => ({
  postgres: postgres.folder,
  nats: nats.folder,
  objects: `${objects.folder}/objects`,
  spool: `${spool.folder}/sensor`,
})
