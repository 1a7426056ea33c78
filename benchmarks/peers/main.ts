import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TestAuthority } from '@wachta/testing/certificates'
import { formatOutcome, hasKeptUp, measurePeer } from './measure.ts'
import { startTargets } from './targets.ts'

/**
 * Measures a monitoring tool that is already running, ours or another, by its processes, its files and the requests
 * that arrive: `npm run bench -- peers --targets ADDRESS --services 1000 --pid PID --store FOLDER`. Another command
 * serves the targets that it checks until it is ended: `npm run bench -- peers --serve 9100`.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      serve: { type: 'string' },
      targets: { type: 'string', default: 'http://127.0.0.1:9100/' },
      services: { type: 'string', default: '1000' },
      interval: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '300' },
      pid: { type: 'string', multiple: true, default: [] },
      store: { type: 'string', multiple: true, default: [] },
      without: { type: 'string', multiple: true, default: [] },
    },
  })
  if (values.serve !== undefined) return serve(parseWholeNumber('--serve', values.serve))
  if (values.pid.length === 0) throw new Error('--pid names the processes to measure, --serve 9100 serves the targets')
  const peer = {
    pids: values.pid.map((pid) => parseWholeNumber('--pid', pid)),
    stores: values.store,
    excludedNames: values.without,
    targets: values.targets,
    services: parseWholeNumber('--services', values.services),
    interval_s: parseWholeNumber('--interval', values.interval),
  }
  const outcome = await measurePeer(peer, parseWholeNumber('--seconds', values.seconds))
  for (const line of formatOutcome(outcome)) console.log(line)
  return hasKeptUp(outcome)
}

async function serve(port: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'))
  // Most web servers use this kind of key.
  const { localhost, authorities } = new TestAuthority(['rsa:2048'])
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem'), ca: join(folder, 'ca.pem') }
  writeFileSync(files.key, localhost.key)
  writeFileSync(files.cert, localhost.cert)
  writeFileSync(files.ca, authorities.join(''))
  await using targets = await startTargets(files, port)
  console.log(`${targets.http}/ and ${targets.https}/, whose certificate is signed by ${files.ca}`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  return true
}

function parseWholeNumber(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${option} takes a whole number of at least 1`)
  return value
}
