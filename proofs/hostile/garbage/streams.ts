import { readFile } from 'node:fs/promises'
import { headers } from '@nats-io/nats-core'
import { type Bus, listStreamNames, openBus, readCredentials } from '@wachta/bus'
import { createArtifactHeaders, createDamagedBody, createExtremeBody } from '../attacks.ts'
import { createRandom, type Random } from '../random.ts'
import { hostileSensor, hostileService, victims } from '../tenants.ts'
import { garbageBytes, garbageJson } from './values.ts'

interface CentreAccess {
  readonly url: string
  /** The credentials file of the centre, because a sensor may not publish most of this. */
  readonly credentials: string
}

/**
 * Publishes garbage to every stream: noise, truncated and extreme messages, on the subjects of the victim's sensors
 * too. Returns how many messages the broker accepted.
 */
export async function plantInStreams({ url, credentials }: CentreAccess, seed: number): Promise<number> {
  const centre = await readCredentials(await readFile(credentials, 'utf8'))
  await using bus = await openBus({ url, cell: 'main', name: 'garbage', credentials: centre })
  let planted = 0
  for (const stream of listStreamNames('main')) planted += await plantInStream(bus, stream, createRandom(seed))
  return planted
}

async function plantInStream(bus: Bus, stream: string, random: Random): Promise<number> {
  const { config, state: before } = await bus.manager.streams.info(stream)
  for (const subject of config.subjects.flatMap(listSubjects))
    for (const body of createBodies(random)) {
      const messageHeaders = headers()
      const headerValues = stream.startsWith('ARTIFACTS')
        ? createArtifactHeaders(Date.now(), random)
        : { Identity: '1:0:' }
      for (const [name, value] of Object.entries(headerValues)) messageHeaders.set(`Wachta-${name}`, value)
      bus.connection.publish(subject, body, random.next() < 0.8 ? { headers: messageHeaders } : {})
    }
  await bus.connection.flush()
  const { state } = await bus.manager.streams.info(stream)
  const planted = state.last_seq - before.last_seq
  if (planted === 0) throw new Error(`the stream ${stream} accepted no garbage`)
  return planted
}

/** Returns subjects that match the pattern of a stream: those in use, and some of sensors that do not exist. */
function listSubjects(pattern: string): string[] {
  const sensors = [...victims.sensors, hostileSensor, 0, 'x', 9_999]
  if (pattern.endsWith('.*')) return sensors.map((sensor) => pattern.replace(/\*$/, String(sensor)))
  const services = [...Array.from({ length: victims.services }, (_, index) => index + 1), hostileService, 0, 'x', 9_999]
  return sensors.flatMap((sensor) => services.map((service) => pattern.replace(/>$/, `${sensor}.${service}`)))
}

/** Returns three messages; a stream that keeps one message per subject keeps only the last. */
function createBodies(random: Random): Uint8Array[] {
  const kinds = [
    () => random.pick(garbageBytes),
    () => Buffer.from(random.pick(garbageJson)),
    () => createExtremeBody(Date.now(), random),
    () => createDamagedBody(Date.now(), random),
  ]
  return [0, 1, 2].map(() => random.pick(kinds)())
}
