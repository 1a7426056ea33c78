import { setTimeout as wait } from 'node:timers/promises'
import type { Status } from '@nats-io/transport-node'
import { type Bus, streamsOf } from '../src/index.ts'

export interface Attempts {
  readonly tried: number
  /** What the key of sensor 7 could do and must not. */
  readonly worked: readonly string[]
}

/** Tries what the thief of the key of sensor 7 would try, and tells what of it worked. */
export async function stolenKey(thief: Bus, centre: Bus, victim: Bus): Promise<Attempts> {
  const refused = new Set<string>()
  void (async () => {
    for await (const status of thief.connection.status()) noteRefusal(status, refused)
  })()
  const published = [...subjectsOfOthers(), ...apiCalls(thief.cell)]
  const heard: string[] = []
  const listened = subscriptions()
  for (const subject of listened)
    thief.connection.subscribe(subject, { callback: (error) => void (error && refused.add(`sub ${subject}`)) })
  const witness = await watch(centre, victim, heard)
  for (const [subject, body] of published) {
    thief.connection.publish(subject, body, { reply: '_INBOX_7.x' })
    await thief.connection.flush()
  }
  const before = await contents(centre)
  for (const [subject, reply] of misdirected(thief.cell)) {
    thief.connection.publish(subject, '{}', { reply })
    await thief.connection.flush()
  }
  await wait(300)
  witness()
  const after = await contents(centre)
  const worked = [
    ...published.filter(([subject]) => !refused.has(`pub ${subject}`)).map(([subject]) => `publish ${subject}`),
    ...listened.filter((subject) => !refused.has(`sub ${subject}`)).map((subject) => `subscribe ${subject}`),
    ...heard.map((subject) => `heard ${subject}`),
    ...Object.keys(before)
      .filter((name) => (after[name] ?? -1) < (before[name] ?? 0))
      .map((name) => `emptied ${name}`),
  ]
  return { tried: published.length + listened.length + misdirected(thief.cell).length, worked }
}

function noteRefusal(status: Status, refused: Set<string>): void {
  if (status.type !== 'error') return
  const found = /Permissions Violation for (Publish|Subscription) to "([^"]+)"/i.exec(status.error.message)
  if (found) refused.add(`${found[1]?.toLowerCase() === 'publish' ? 'pub' : 'sub'} ${found[2]}`)
}

const strangers = [1, 8, 70, 77, 700]

function subjectsOfOthers(): [string, string][] {
  const subjects = strangers.flatMap((other) => [
    ...[0, 3, 7].flatMap((group) => [`res.live.one.${group}.${other}`, `res.backlog.one.${group}.${other}`]),
    ...['art', 'beat', 'ans', 'want', 'cmd'].map((kind) => `${kind}.one.${other}`),
    ...[1, 2].map((service_id) => `asg.one.${other}.${service_id}`),
    `_INBOX_${other}.x`,
  ])
  const others = [
    'cmd.one.7',
    'asg.one.7.1',
    'res.live.two.0.7',
    'beat.two.7',
    'res.live.one.0.0.7',
    'res.other.one.0.7',
  ]
  return [...subjects, ...others, '_INBOX.abc', 'any', 'x.y.z'].map((subject) => [subject, '{}'])
}

function apiCalls(cell: string): [string, string][] {
  const names = streamsOf(cell)
  const streams = [names.assignments, names.results('live'), names.results('backlog'), names.artifacts, 'NEW']
  const ofStream = ['CREATE', 'UPDATE', 'DELETE', 'INFO', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE']
  const consumer = JSON.stringify({ stream_name: names.assignments, config: { filter_subject: 'asg.one.8.*' } })
  return [
    ...streams.flatMap((stream) => [
      ...ofStream.map((call): [string, string] => [`$JS.API.STREAM.${call}.${stream}`, '']),
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

const subscriptions = (): string[] => [
  ...['>', '*', '*.>', 'res.>', 'asg.>', 'asg.one.7.*', 'beat.>', 'ans.>', 'art.>', 'want.>', 'cmd.>', 'cmd.one.*'],
  ...['_INBOX.>', '_INBOX_8.>', '_INBOX_70.>', '$JS.>', '$JS.EVENT.>', '$SYS.>', '$SYS.ACCOUNT.>', '_INBOX_*.>'],
  ...strangers.flatMap((other) => [`cmd.one.${other}`, `asg.one.${other}.*`, `res.live.one.0.${other}`]),
]

/** The thief may publish these, but names a subject for the answer that it must not reach. */
function misdirected(cell: string): [string, string][] {
  const names = streamsOf(cell)
  const streams = [names.assignments, names.results('live'), names.results('backlog'), names.artifacts]
  const replies = streams.flatMap((stream) =>
    ['PURGE', 'DELETE', 'MSG.DELETE', 'UPDATE'].map((call) => `$JS.API.STREAM.${call}.${stream}`),
  )
  const own = ['res.live.one.0.7', 'res.backlog.one.0.7', 'art.one.7', 'beat.one.7', 'want.one.7']
  const next = `$JS.API.CONSUMER.MSG.NEXT.${names.assignments}.sensor-7-0`
  return [...own, next].flatMap((subject) => replies.map((reply): [string, string] => [subject, reply]))
}

/** Whoever is forged or spoken to in the name of another sensor tells. */
async function watch(centre: Bus, victim: Bus, heard: string[]): Promise<() => void> {
  const subjects = ['beat.one.*', 'ans.one.*', 'asg.one.8.*', 'res.live.one.*.8', 'cmd.one.*']
  const subscriptions = subjects.map((subject) =>
    centre.connection.subscribe(subject, {
      callback: (_, message) => void (message.subject.endsWith('.7') || heard.push(message.subject)),
    }),
  )
  const command = victim.connection.subscribe('cmd.one.8', {
    callback: (_, message) => void heard.push(message.subject),
  })
  await Promise.all([centre.connection.flush(), victim.connection.flush()])
  return () => {
    for (const subscription of [...subscriptions, command]) subscription.unsubscribe()
  }
}

async function contents(centre: Bus): Promise<Record<string, number>> {
  const names = streamsOf(centre.cell)
  const counts: Record<string, number> = {}
  for (const name of [names.assignments, names.results('live'), names.results('backlog'), names.artifacts]) {
    const info = await centre.manager.streams.info(name).catch(() => undefined)
    counts[name] = info?.state.messages ?? -1
  }
  return counts
}
