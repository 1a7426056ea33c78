import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BaseImages } from './engine.ts'
import type { GoodAnalysis } from './oracle.ts'
import type { OutsideWorld } from './outside.ts'
import { runLine } from './shell.ts'

const root = resolve(import.meta.dirname, '../..')
const project = 'wachta-proof'
const version = 'proof'
const images = ['wachta', 'wachta-sensor', 'wachta-sensor-browser', 'wachta-tools'].map((name) => `${name}:${version}`)

export interface Installation extends AsyncDisposable {
  /** Runs a documented command: the first in an empty folder, the others in the clone. */
  runCommand(command: string): Promise<void>
  compose(words: string, variables?: Record<string, string>): Promise<string>
  docker(words: string, input?: string): Promise<string>
  /** Runs `wachta apply` with the document on standard input. */
  apply(document: string): Promise<void>
  loadGoodAnalyses(): Promise<GoodAnalysis[]>
  query(statement: string): Promise<string>
}

/** Installs with Compose, in a separate project, from a clone in an empty folder. */
export async function openInstallation(bases: BaseImages, outside: OutsideWorld): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-containers-'))
  const clone = join(folder, 'wachta')
  const env = buildVariables(await readCloneUrl(), bases, outside)
  const inClone = (line: string, input = '', extraVariables = {}) =>
    runLine(line, { cwd: clone, env: { ...env, ...extraVariables }, input })
  const compose = (words: string, extraVariables = {}) =>
    inClone(`docker compose -f deploy/compose.yaml ${words}`, '', extraVariables)
  const docker = (words: string, input = '') => runLine(`docker ${words}`, { cwd: folder, env, input })
  const query = (statement: string) =>
    inClone('docker compose -f deploy/compose.yaml exec -T postgres psql -U wachta -d wachta -qAtX', statement)
  // Images of an earlier run must not replace those that the commands build.
  await docker(`image rm --force ${images.join(' ')}`)
  let commandCount = 0
  return {
    compose,
    docker,
    query,
    async runCommand(command) {
      await runLine(command, { cwd: commandCount === 0 ? folder : clone, env })
      commandCount += 1
    },
    apply: async (document) =>
      void (await inClone('docker compose -f deploy/compose.yaml run --rm -T wachta apply -f - --yes', document)),
    async loadGoodAnalyses() {
      const rows =
        await query(`select regexp_replace(s.address, '^https?://[^/]+', ''), round(extract(epoch from a.time) * 1000)
from analysis a join service s on s.id = a.service_id where a.ok_checks_count > 0 and a.kind = 's';`)
      return rows
        .split('\n')
        .filter(Boolean)
        .map((row) => {
          const [path = '', slot] = row.split('|')
          return { path, slot: Number(slot) }
        })
    },
    async [Symbol.asyncDispose]() {
      await compose('--profile tools down --volumes --timeout 5').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the URL that the page clones from; git is redirected to this repository. */
const readCloneUrl = async (): Promise<string> =>
  /^git clone (\S+)/m.exec(await readFile(join(root, 'docs/installing.md'), 'utf8'))?.[1] ?? ''

/**
 * Variables of the shell take precedence over deploy/.env: they name the images and the mail server of this machine.
 */
function buildVariables(address: string, bases: BaseImages, outside: OutsideWorld): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG = 'C.UTF-8' } = process.env
  return {
    ...{ PATH, HOME, LANG, DOCKER_BUILDKIT: '1', COMPOSE_PROJECT_NAME: project },
    ...{ NODE_IMAGE: bases.node, POSTGRES_IMAGE: bases.postgres, NATS_IMAGE: bases.nats },
    ...{ WACHTA_VERSION: version, HTTP_LISTEN: '127.0.0.1:18080' },
    SMTP_URL: `smtp://host.docker.internal:${outside.mailPort}`,
    // The service of the example and the target of the proof are on this machine.
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
    ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: `url.file://${root}.insteadOf`, GIT_CONFIG_VALUE_0: address },
    ...{ GIT_CONFIG_KEY_1: 'safe.directory', GIT_CONFIG_VALUE_1: '*' },
  }
}
