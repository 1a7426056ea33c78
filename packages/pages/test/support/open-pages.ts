import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openObjectStore } from '@wachta/objects'
import { getPageKey, type PageView, type StampedPage, stampKey, type VisitorAccess } from '@wachta/status-page'
import { makePageView } from '@wachta/testing/page-view'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'

export interface Raw {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

export interface SentPageRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly cookie?: string
  readonly form?: Record<string, string>
}

/** A pages process over an object store that a test writes as the reporter does. */
export async function openPages(apiUrl: string) {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-protected-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const objectsUrl = pathToFileURL(folder).href
  const objects = opened.use(await openObjectStore(objectsUrl))
  const stamped: Record<string, StampedPage> = {}
  const stamp = () => objects.put(stampKey, Buffer.from(JSON.stringify({ version: 1, at: Date.now(), pages: stamped })))
  await stamp()
  const started = opened.use(
    startProcess('pages', {
      ...{ OBJECTS_URL: objectsUrl, PAGES_HOST: '127.0.0.1', PAGES_PORT: '0', API_URL: apiUrl },
      TRUSTED_PROXIES: '127.0.0.0/8',
    }),
  )
  const eventually = eventuallyWith([started], 30)
  const port = await eventually('listening', () => /"port":(\d+),"msg":"serving status pages/.exec(started.log())?.[1])
  const origin = `http://127.0.0.1:${port}`

  let published = 0

  /** Publishes a protected page, and waits until this version is served. */
  async function publish(slug: string, access: VisitorAccess, change: Partial<PageView> = {}): Promise<void> {
    const contentVersion = `${slug}-${Math.random()}`
    const title = `Secret title ${contentVersion}`
    const former = await readStyle(slug)
    published += 1
    const blank = makePageView({ slug, title, isIndexed: false, url: `https://status.example.com/${slug}`, ...change })
    // The accent colour identifies the served version, because every visitor sees the branding.
    const accentColour = `#${(0x33_00_00 + (published << 4)).toString(16)}`
    const view = { ...blank, theme: { ...blank.theme, accentColour } }
    const page = { version: 1, contentVersion, allowedAddresses: [], access, view }
    await objects.put(getPageKey(slug), Buffer.from(JSON.stringify(page)))
    stamped[slug] = { contentVersion }
    await stamp()
    await eventually(`serving ${contentVersion}`, async () => (await readStyle(slug)) !== former || undefined)
  }

  const readStyle = async (slug: string): Promise<string | undefined> => {
    const { status, body } = await send(`/${slug}/style.css`)
    return status === 200 ? body : undefined
  }

  function send(path: string, { method = 'GET', headers = {}, cookie, form }: SentPageRequest = {}): Promise<Raw> {
    const body = form && new URLSearchParams(form).toString()
    const all = {
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, { method: form ? 'POST' : method, headers: all }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }

  const parts = opened.move()
  return { send, publish, log: () => started.log(), [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** The cookie that a browser sends back. */
export const cookieOf = ({ headers }: Raw): string => String(headers['set-cookie']?.[0]).split(';')[0] ?? ''
