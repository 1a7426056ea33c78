import { readFile } from 'node:fs/promises'
import { headers } from '@nats-io/nats-core'
import { type Bus, listStreamNames, openBus, readCredentials } from '@wachta/bus'
import { artifactHead, damagedBody, extremeBody } from '../attacks.ts'
import { createRandom, type Random } from '../random.ts'
import { hostileSensor, hostileService, victims } from '../tenants.ts'
import { garbageBytes, garbageJson } from './values.ts'

interface Centre {
  readonly url: string
  /** The file with the credentials of the centre: a sensor could not publish most of this. */
  readonly credentials: string
}

/**
 * Publishes garbage to every stream: noise, truncated and extreme messages, on the subjects of the victim's sensors
 * too. Returns how many messages the broker accepted.
 */
export async function plantInStreams({ url, credentials }: Centre, seed: number): Promise<number> {
  const centre = await readCredentials(await readFile(credentials, 'utf8'))
  await using bus = await openBus({ url, cell: 'main', name: 'garbage', credentials: centre })
  let planted = 0
  for (const stream of listStreamNames('main')) planted += await plantIn(bus, stream, createRandom(seed))
  return planted
}

async function plantIn(bus: Bus, stream: string, random: Random): Promise<number> {
  const { config, state: before } = await bus.manager.streams.info(stream)
  for (const subject of config.subjects.flatMap(subjectsLike))
    for (const body of bodies(random)) {
      const head = headers()
      const facts = stream.startsWith('ARTIFACTS') ? artifactHead(Date.now(), random) : { Identity: '1:0:' }
      for (const [name, value] of Object.entries(facts)) head.set(`Wachta-${name}`, value)
      bus.connection.publish(subject, body, random.next() < 0.8 ? { headers: head } : {})
    }
  await bus.connection.flush()
  const { state } = await bus.manager.streams.info(stream)
  const planted = state.last_seq - before.last_seq
  if (planted === 0) throw new Error(`the stream ${stream} took no garbage`)
  return planted
}

/** Returns subjects that match the pattern of a stream: those in use, and some of sensors that do not exist. */
function subjectsLike(pattern: string): string[] {
  const sensors = [...victims.sensors, hostileSensor, 0, 'x', 9_999]
  if (pattern.endsWith('.*')) return sensors.map((sensor) => pattern.replace(/\*$/, String(sensor)))
  const services = [...Array.from({ length: victims.services }, (_, index) => index + 1), hostileService, 0, 'x', 9_999]
  return sensors.flatMap((sensor) => services.map((service) => pattern.replace(/>$/, `${sensor}.${service}`)))
}

/** In a stream that keeps one message per subject, only the last of them remains. */
function bodies(random: Random): Uint8Array[] {
  const kinds = [
    () => random.pick(garbageBytes),
    () => Buffer.from(random.pick(garbageJson)),
    () => extremeBody(Date.now(), random),
    () => damagedBody(Date.now(), random),
  ]
  return [0, 1, 2].map(() => random.pick(kinds)())
}
