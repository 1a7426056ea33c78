import type { Installation } from './installation.ts'

/** What a sensor may reach of its installation. */
const allowed = ['api', 'nats']
/** Every port on which a service of the installation listens. */
const ports = [4222, 5432, 6222, 8080, 8222, 9464]

/** Runs inside the sensor: tries every address, and prints those that answer. */
const probeScript = `
const net = require('node:net')
const places = JSON.parse(process.argv[1])
const tried = places.map(({ host, port, name }) => new Promise((done) => {
  const socket = net.connect({ host, port, timeout: 2000 })
  socket.once('connect', () => done(name + ':' + port))
  for (const end of ['error', 'timeout']) socket.once(end, () => (socket.destroy(), done()))
}))
Promise.all(tried).then((reached) => { console.log(JSON.stringify(reached.filter(Boolean))); process.exit() })`

/** Returns the ports of containers that the sensor reaches, by their names and by all their addresses. */
export async function listReachable({ compose, docker }: Installation): Promise<string[]> {
  const ids = (await compose('ps --all --quiet')).split('\n')
  const containers = JSON.parse(await docker(`inspect ${ids.join(' ')}`)) as Description[]
  const others = containers
    .map(({ Config, NetworkSettings }) => ({
      name: Config.Labels['com.docker.compose.service'] ?? '',
      addresses: Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
    }))
    .filter(({ name }) => name !== 'sensor')
  const targets = others.flatMap(({ name, addresses }) =>
    [name, ...addresses.filter(Boolean)].flatMap((host) => ports.map((port) => ({ host, port, name }))),
  )
  const reached = JSON.parse(
    await compose(`exec -T sensor node -e '${probeScript.replaceAll("'", `'\\''`)}' '${JSON.stringify(targets)}'`),
  )
  return [...new Set(reached as string[])].toSorted()
}

/** Returns what it reaches beyond the broker and the API, and which of these it does not reach. */
export function judgeReach(reached: readonly string[]): string[] {
  const unexpected = reached.filter((place) => !allowed.includes(place.split(':')[0] ?? '') || place === 'nats:8222')
  const missing = ['api:8080', 'nats:4222'].filter((place) => !reached.includes(place))
  return [
    ...unexpected.map((place) => `the sensor reaches ${place}`),
    ...missing.map((place) => `the sensor does not reach ${place}`),
  ]
}

interface Description {
  readonly Config: { readonly Labels: Readonly<Record<string, string>> }
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> }
}
