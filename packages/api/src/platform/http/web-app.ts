import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where `npm run build -w @wachta/web` puts the app. */
const builtFolder = join(import.meta.dirname, '../../../../web/dist')

/** Nothing but what comes from here, no script inside a page, and no page of ours inside somebody else's. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  // Addresses of pages can carry a token from a mail.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  readonly packed: Buffer
  readonly tag: string
  /** Its name changes with its content, so a browser need never ask again. */
  readonly isForever: boolean
}

/**
 * Serves the web app from memory. Every address outside /v3 that names none of its files is a place inside the app, and
 * gets its page. Without a built app, a page says how to build it. Tells whether there is one.
 */
export async function serveWebApp(app: FastifyInstance, folder = builtFolder): Promise<boolean> {
  const files = await readFolder(folder)
  const page = files.get('/index.html')
  app.get('/*', (request, reply) => {
    // Taken as it is: as a URL, `//` would be the beginning of a host.
    const [path = '/'] = request.url.split(/[?#]/, 1)
    if (path === '/v3' || path.startsWith('/v3/')) return reply.callNotFound()
    if (!page) return reply.code(503).headers(headers).type('text/html; charset=utf-8').send(notBuilt)
    const file = files.get(path)
    // A file of an older build must be missing, not a page that a browser would take for a script.
    if (!file && path.startsWith('/assets/')) return reply.callNotFound()
    return sendFile(request, reply, file ?? page)
  })
  return page !== undefined
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile) {
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  reply.headers(headers).headers({
    etag: file.tag,
    vary: 'accept-encoding',
    'cache-control': file.isForever ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.headers['if-none-match']?.includes(file.tag)) return reply.code(304).send()
  if (isPacked) reply.header('content-encoding', 'gzip')
  return reply.type(file.type).send(isPacked ? file.packed : file.plain)
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = await Promise.all(
    paths.map(async (path) => {
      const address = path.slice(folder.length).replaceAll(sep, '/')
      return [address, await builtFile(address, await readFile(path))] as const
    }),
  )
  return new Map(read)
}

async function builtFile(address: string, plain: Buffer): Promise<BuiltFile> {
  return {
    type: types[extname(address)] ?? 'application/octet-stream',
    plain,
    packed: await promisify(gzip)(plain, { level: 9 }),
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    isForever: address.startsWith('/assets/'),
  }
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wachta</title>
<h1>Wachta</h1>
<p>The API is served, the web app is not built yet. Run <code>npm run build -w @wachta/web</code> and start this process again.</p>
<p lang="pl">Interfejs działa, ale aplikacja nie jest jeszcze zbudowana. Uruchom <code>npm run build -w @wachta/web</code>, a potem ten proces ponownie.</p>
<p><a href="/v3/public/doc/">Interface reference</a></p>
</html>
`
