import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openObjectStore } from '@wachta/objects'
import { getPageKey, stampKey } from '@wachta/status-page'
import { makePageView } from '@wachta/testing/page-view'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'
import { type Exchange, sendHttpLoad, writeRequest } from '../support/http-load.ts'
import { type LoadMeasurement, median } from '../support/measure.ts'
import { parseBenchOptions } from '../support/options.ts'
import type { Constant } from './fixtures/constant.ts'

const concurrency = 50
const slug = 'shop'
/** The paths that visitors and programs request. */
const paths = ['', 'style.css', 'page.js', 'api/v2/summary.json', 'feed.atom', 'badges/status.svg']
const headers = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en-GB,en;q=0.9' }
const aims = { ratio: 0.7, p99: 2 }

interface Subject extends AsyncDisposable {
  readonly address: string
}

/**
 * Compares status pages, as visitors get them, with Fastify sending the same bytes as a constant. Returns false if a
 * response was wrong.
 */
export async function run(args: string[]): Promise<boolean> {
  const options = parseBenchOptions(args, {
    components: { defaultValue: 20, minimum: 1 },
    seconds: { defaultValue: 5, minimum: 1 },
    rounds: { defaultValue: 5, minimum: 1 },
  })
  await using pages = await startPages(options.components)
  const constants = await Promise.all(paths.map((path) => readConstant(pages.address, path)))
  await using fastify = await startConstant(constants)
  const exchanges = constants.map(
    ({ path, body }): Exchange => ({ request: writeRequest('GET', path, headers), body: Buffer.from(body, 'base64') }),
  )
  const rounds: Record<'ours' | 'fastify', LoadMeasurement>[] = []
  // The first round does not count, because it compiles the code and compresses the files.
  for (let round = 0; round <= options.rounds; round += 1) {
    const load = { concurrency, seconds: options.seconds }
    const ours = () => sendHttpLoad(pages.address, exchanges, load)
    const constant = () => sendHttpLoad(fastify.address, exchanges, load)
    // Every other round runs in reverse order, so that effects of the order cancel out.
    const [first, second] = round % 2 === 0 ? [await ours(), await constant()] : [await constant(), await ours()]
    if (round > 0) rounds.push(round % 2 === 0 ? { ours: first, fastify: second } : { ours: second, fastify: first })
    console.log(round === 0 ? 'warmed up' : `round ${round} of ${options.rounds}`)
  }
  console.log(report(rounds).join('\n'))
  return rounds.every(({ ours, fastify: constant }) => ours.wrong + constant.wrong === 0)
}

function report(rounds: readonly Record<'ours' | 'fastify', LoadMeasurement>[]): string[] {
  const formatMedian = (name: 'ours' | 'fastify', figure: keyof LoadMeasurement) =>
    median(rounds.map((round) => round[name][figure])).toFixed(figure === 'perSecond' ? 0 : 1)
  const line = (title: string, name: 'ours' | 'fastify') =>
    `${title}: ${formatMedian(name, 'perSecond')} requests/s, p50 ${formatMedian(name, 'p50')} ms, p99 ${formatMedian(name, 'p99')} ms, ${formatMedian(name, 'wrong')} wrong`
  const ratio = median(rounds.map(({ ours, fastify }) => ours.perSecond / fastify.perSecond))
  const p99 = median(rounds.map(({ ours, fastify }) => ours.p99 / fastify.p99))
  return [
    line('status pages', 'ours'),
    line('Fastify answering constants', 'fastify'),
    ...(ratio >= aims.ratio && p99 <= aims.p99
      ? []
      : [`not within the aim: ratio ${aims.ratio}, p99 ratio ${aims.p99}`]),
    `pages: ratio ${ratio.toFixed(2)}, p99 ratio ${p99.toFixed(2)}`,
  ]
}

/** Starts the process as in production, with its log and metrics, and a published page. */
async function startPages(components: number): Promise<Subject> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-bench-pages-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const OBJECTS_URL = pathToFileURL(folder).href
  await using objects = await openObjectStore(OBJECTS_URL)
  const put = (key: string, value: object) => objects.put(key, Buffer.from(JSON.stringify(value)))
  const contentVersion = 'bench'
  const view = makePageView({ slug, languages: ['en', 'pl'] }, { components, posts: 10 })
  await put(getPageKey(slug), { version: 1, contentVersion, allowedAddresses: null, view })
  // The stamp lies in the future, so that the page never counts as stale.
  await put(stampKey, { version: 1, at: Date.now() + 3_600_000, pages: { [slug]: { contentVersion } } })
  const started = stack.use(startProcess('pages', { OBJECTS_URL, PAGES_PORT: '0' }))
  const eventually = eventuallyWith([started], 30)
  const port = await eventually('listening', () => /"port":(\d+),"msg":"serving status pages/.exec(started.log())?.[1])
  const address = `http://127.0.0.1:${port}`
  await eventually('the page', async () => (await fetch(`${address}/${slug}/`)).ok || undefined)
  const owned = stack.move()
  return { address, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function startConstant(constants: readonly Constant[]): Promise<Subject> {
  const child = fork(new URL('./fixtures/constant.ts', import.meta.url))
  child.send(constants)
  const [address] = (await once(child, 'message')) as [string]
  return {
    address,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Returns the response of the pages process, byte for byte. */
const readConstant = (address: string, file: string): Promise<Constant> =>
  new Promise((resolve, reject) => {
    const path = `/${slug}/${file}`
    const request = get(`${address}${path}`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode}`))
        const { 'content-type': mediaType = '', 'content-encoding': encoding } = response.headers
        resolve({ path, mediaType, encoding, body: Buffer.concat(parts).toString('base64') })
      })
    })
    request.on('error', reject)
  })
