import { setTimeout as wait } from 'node:timers/promises'
import type { Status } from '@nats-io/transport-node'
import { type Bus, getCellStreams, listStreamNames } from '@wachta/bus'

export interface Attempts {
  readonly tried: number
  /** The attempts that succeeded although the key of sensor 7 must not allow them. */
  readonly succeeded: readonly string[]
}

/** Tries everything that a thief of the key of sensor 7 would try, and returns the attempts that succeeded. */
export async function tryStolenKey(thief: Bus, centre: Bus, victim: Bus): Promise<Attempts> {
  const rejected = new Set<string>()
  void (async () => {
    for await (const status of thief.connection.status()) noteRejection(status, rejected)
  })()
  const published = [...listForeignSubjects(), ...listApiCalls(thief.cell)]
  const receivedSubjects: string[] = []
  const subscribedSubjects = listSubscribedSubjects()
  for (const subject of subscribedSubjects)
    thief.connection.subscribe(subject, { callback: (error) => void (error && rejected.add(`sub ${subject}`)) })
  const stopWatching = await watch(centre, victim, receivedSubjects)
  for (const [subject, body] of published) {
    thief.connection.publish(subject, body, { reply: '_INBOX_7.x' })
    await thief.connection.flush()
  }
  const before = await readContents(centre)
  for (const { subject, body, reply } of createMisdirectedMessages(thief.cell)) {
    thief.connection.publish(subject, body, { reply })
    await thief.connection.flush()
  }
  await wait(300)
  stopWatching()
  const after = await readContents(centre)
  const succeeded = [
    ...published.filter(([subject]) => !rejected.has(`pub ${subject}`)).map(([subject]) => `publish ${subject}`),
    ...subscribedSubjects.filter((subject) => !rejected.has(`sub ${subject}`)).map((subject) => `subscribe ${subject}`),
    ...receivedSubjects.map((subject) => `heard ${subject}`),
    ...listChanges(before, after),
  ]
  return {
    tried: published.length + subscribedSubjects.length + createMisdirectedMessages(thief.cell).length,
    succeeded,
  }
}

function noteRejection(status: Status, rejected: Set<string>): void {
  if (status.type !== 'error') return
  const found = /Permissions Violation for (Publish|Subscription) to "([^"]+)"/i.exec(status.error.message)
  if (found) rejected.add(`${found[1]?.toLowerCase() === 'publish' ? 'pub' : 'sub'} ${found[2]}`)
}

/** Sensors whose subjects the key must not open; the key belongs to sensor 7 of the cell `one`. */
const otherSensorIds = [1, 8, 70, 77, 700]

/** Lists subjects of other sensors, cells and scopes, as `subjects.ts` of the package bus builds them. */
function listForeignSubjects(): [string, string][] {
  const subjects = otherSensorIds.flatMap((other) => [
    ...[0, 3, 7].flatMap((group) =>
      ['res', 'own'].flatMap((scope) => [
        `${scope}.live.one.${group}.${other}`,
        `${scope}.backlog.one.${group}.${other}`,
      ]),
    ),
    ...['art', 'beat', 'ans', 'want', 'cmd'].map((kind) => `${kind}.one.${other}`),
    ...[1, 2].map((service_id) => `asg.one.${other}.${service_id}`),
    `_INBOX_${other}.x`,
  ])
  const others = [
    'cmd.one.7',
    'asg.one.7.1',
    'res.live.two.0.7',
    // A public sensor has no access to the subjects of private ones.
    'own.live.one.0.7',
    'own.backlog.one.0.7',
    'own.art.one.7',
    'beat.two.7',
    'res.live.one.0.0.7',
    'res.other.one.0.7',
  ]
  return [...subjects, ...others, '_INBOX.abc', 'any', 'x.y.z'].map((subject) => [subject, '{}'])
}

function listApiCalls(cell: string): [string, string][] {
  const names = getCellStreams(cell)
  const streams = [...listStreamNames(cell), 'NEW']
  const streamCalls = ['CREATE', 'UPDATE', 'DELETE', 'INFO', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE']
  const consumer = JSON.stringify({ stream_name: names.assignments, config: { filter_subject: 'asg.one.8.*' } })
  return [
    ...streams.flatMap((stream) => [
      ...streamCalls.map((call): [string, string] => [`$JS.API.STREAM.${call}.${stream}`, '']),
      [`$JS.API.CONSUMER.CREATE.${stream}`, consumer] as [string, string],
      [`$JS.API.CONSUMER.CREATE.${stream}.mine`, consumer] as [string, string],
      [`$JS.API.CONSUMER.CREATE.${stream}.mine.asg.one.7.*`, consumer] as [string, string],
      [`$JS.API.CONSUMER.CREATE.${stream}.sensor-7-0.asg.one.8.*`, consumer] as [string, string],
      [`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`, consumer] as [string, string],
      [`$JS.API.CONSUMER.LIST.${stream}`, ''] as [string, string],
      [`$JS.API.CONSUMER.NAMES.${stream}`, ''] as [string, string],
      ...['sensor-8-0', 'sensor-8-7', 'sensor-70-0', 'read-1'].flatMap((name): [string, string][] => [
        [`$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`, '1'],
        [`$JS.API.CONSUMER.INFO.${stream}.${name}`, ''],
        [`$JS.API.CONSUMER.DELETE.${stream}.${name}`, ''],
        [`$JS.ACK.${stream}.${name}.1.1.1.1.1`, '+ACK'],
      ]),
      [`$JS.API.DIRECT.GET.${stream}`, '{"seq":1}'] as [string, string],
      [`$JS.API.DIRECT.GET.${stream}.asg.one.8.1`, ''] as [string, string],
    ]),
    ...['$JS.API.INFO', '$JS.API.STREAM.NAMES', '$JS.API.STREAM.LIST', '$JS.API.ACCOUNT.PURGE.x'].map(
      (subject): [string, string] => [subject, ''],
    ),
    ...['CLAIMS.UPDATE', 'CLAIMS.LIST', 'CLAIMS.DELETE', 'SERVER.PING', 'ACCOUNT.PING.CONNZ', 'SERVER.PING.JSZ'].map(
      (call): [string, string] => [`$SYS.REQ.${call}`, ''],
    ),
  ]
}

const listSubscribedSubjects = (): string[] => [
  ...['>', '*', '*.>', 'res.>', 'asg.>', 'asg.one.7.*', 'beat.>', 'ans.>', 'art.>', 'want.>', 'cmd.>', 'cmd.one.*'],
  ...['_INBOX.>', '_INBOX_8.>', '_INBOX_70.>', '$JS.>', '$JS.EVENT.>', '$SYS.>', '$SYS.ACCOUNT.>', '_INBOX_*.>'],
  ...otherSensorIds.flatMap((other) => [`cmd.one.${other}`, `asg.one.${other}.*`, `res.live.one.0.${other}`]),
]

interface MisdirectedMessage {
  readonly subject: string
  readonly body: string
  readonly reply: string
}

/** Messages on subjects that the thief may publish to, but with reply subjects that it must not reach. */
function createMisdirectedMessages(cell: string): MisdirectedMessage[] {
  const names = getCellStreams(cell)
  const streams = listStreamNames(cell)
  const streamCalls = ['PURGE', 'DELETE', 'MSG.DELETE', 'UPDATE', 'LEADER.STEPDOWN', 'SNAPSHOT', 'RESTORE', 'CREATE']
  const replies = [
    ...streams.flatMap((stream) => streamCalls.map((call) => `$JS.API.STREAM.${call}.${stream}`)),
    ...['sensor-8-0', 'evidence'].flatMap((consumer) =>
      streams.flatMap((stream) => [
        `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
        `$JS.ACK.${stream}.${consumer}.1.1.1.1.1`,
      ]),
    ),
    // Subjects of other sensors: an acknowledgement would replace their stored messages, or count as theirs.
    ...[1, 2].map((service_id) => `asg.${cell}.8.${service_id}`),
    ...['res.live', 'res.backlog', 'own.live', 'own.backlog'].map((kind) => `${kind}.${cell}.0.8`),
    ...['art', 'beat', 'ans', 'want'].map((kind) => `${kind}.${cell}.8`),
  ]
  const ownSubjects = ['res.live.one.0.7', 'res.backlog.one.0.7', 'art.one.7', 'beat.one.7', 'want.one.7', 'ans.one.7']
  const next = `$JS.API.CONSUMER.MSG.NEXT.${names.assignments}.sensor-7-0`
  const requests = [
    ...ownSubjects.map((subject) => ({ subject, body: '{}' })),
    // Requests whose reply is an assignment, and requests whose reply is only a status.
    ...['{"batch":2,"no_wait":true}', '{"batch":1,"expires":1000000}', '{}'].map((body) => ({ subject: next, body })),
  ]
  return requests.flatMap((request) => replies.map((reply) => ({ ...request, reply })))
}

/** Watches the subjects on which forged messages would arrive. */
async function watch(centre: Bus, victim: Bus, receivedSubjects: string[]): Promise<() => void> {
  const subjects = ['beat.one.*', 'ans.one.*', 'asg.one.8.*', 'res.live.one.*.8', 'cmd.one.*']
  const subscriptions = subjects.map((subject) =>
    centre.connection.subscribe(subject, {
      callback: (_, message) => void (message.subject.endsWith('.7') || receivedSubjects.push(message.subject)),
    }),
  )
  const command = victim.connection.subscribe('cmd.one.8', {
    callback: (_, message) => void receivedSubjects.push(message.subject),
  })
  await Promise.all([centre.connection.flush(), victim.connection.flush()])
  return () => {
    for (const subscription of [...subscriptions, command]) subscription.unsubscribe()
  }
}

interface Contents {
  readonly messages: number
  /** The position of the newest message of each sensor except the thief's. */
  readonly others: Readonly<Record<string, number>>
}

/** Lists the changes: missing messages, and changed messages of other sensors. */
function listChanges(before: Readonly<Record<string, Contents>>, after: Readonly<Record<string, Contents>>): string[] {
  return Object.keys(before).flatMap((name) => [
    ...((after[name]?.messages ?? -1) < (before[name]?.messages ?? 0) ? [`emptied ${name}`] : []),
    ...(JSON.stringify(after[name]?.others) === JSON.stringify(before[name]?.others) ? [] : [`wrote into ${name}`]),
  ])
}

async function readContents(centre: Bus): Promise<Record<string, Contents>> {
  const found: Record<string, Contents> = {}
  for (const name of listStreamNames(centre.cell)) {
    const info = await centre.manager.streams.info(name, { subjects_filter: '>' }).catch(() => undefined)
    const subjects = Object.keys(info?.state.subjects ?? {}).filter((subject) => !belongsToThief(subject))
    const positions = await Promise.all(
      subjects.sort().map(async (subject) => {
        const newest = await centre.manager.streams.getMessage(name, { last_by_subj: subject })
        return [subject, newest?.seq ?? 0] as const
      }),
    )
    found[name] = { messages: info?.state.messages ?? -1, others: Object.fromEntries(positions) }
  }
  return found
}

const belongsToThief = (subject: string): boolean =>
  subject.endsWith('.7') && !subject.startsWith('asg.') ? true : subject.startsWith('asg.one.7.')
