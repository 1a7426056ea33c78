import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The output folder of `npm run build -w @wachta/web`. */
const builtFolder = join(import.meta.dirname, '../../../../web/dist')

/** Allows only resources of this origin, no inline scripts, and no embedding in other sites. */
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

/**
 * The page that verifies reports is one file that contains its script, its styles and a policy that allows only these.
 * The header adds a sandbox: the page then has no origin and cannot access the app.
 */
const verifyPage = '/verify.html'
const verifyPolicy = "sandbox allow-scripts; frame-ancestors 'none'"

const headers = {
  'content-security-policy': policy,
  // URLs of pages can contain a token from an e-mail.
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
  '.txt': 'text/plain; charset=utf-8',
}

interface BuiltFile {
  readonly policy: string
  readonly type: string
  readonly content: Buffer
  readonly compressed: Buffer
  readonly etag: string
  /** True if the file name contains a hash of the content, so that browsers can cache it forever. */
  readonly isImmutable: boolean
}

/**
 * Serves the web app from memory. Paths outside /v3 that are not files of the app get its index page, because they are
 * routes inside the app. If the app is not built, a page explains how to build it. Returns whether it is built.
 */
export async function serveWebApp(app: FastifyInstance, folder = builtFolder): Promise<boolean> {
  const files = await readFolder(folder)
  const page = files.get('/index.html')
  app.get('/*', (request, reply) => {
    // Not parsed as a URL, because a path that begins with `//` would be read as a host.
    const [path = '/'] = request.url.split(/[?#]/, 1)
    if (path === '/v3' || path.startsWith('/v3/')) return reply.callNotFound()
    if (!page) return reply.code(503).headers(headers).type('text/html; charset=utf-8').send(notBuiltPage)
    const file = files.get(path)
    // For a file of an older build, the index page would be loaded as a script; answer 404 instead.
    if (!file && path.startsWith('/assets/')) return reply.callNotFound()
    return sendFile(request, reply, file ?? page)
  })
  return page !== undefined
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile) {
  const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  reply.headers(headers).headers({
    'content-security-policy': file.policy,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  if (acceptsGzip) reply.header('content-encoding', 'gzip')
  return reply.type(file.type).send(acceptsGzip ? file.compressed : file.content)
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const entries = await Promise.all(
    paths.map(async (path) => {
      const urlPath = path.slice(folder.length).replaceAll(sep, '/')
      return [urlPath, await createBuiltFile(urlPath, await readFile(path))] as const
    }),
  )
  return new Map(entries)
}

async function createBuiltFile(urlPath: string, content: Buffer): Promise<BuiltFile> {
  return {
    policy: urlPath === verifyPage ? verifyPolicy : policy,
    type: types[extname(urlPath)] ?? 'application/octet-stream',
    content,
    compressed: await promisify(gzip)(content, { level: 9 }),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    isImmutable: urlPath.startsWith('/assets/'),
  }
}

const notBuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wachta</title>
<h1>Wachta</h1>
<p>The API is running, but the web app is not built yet. Run <code>npm run build -w @wachta/web</code> and start this process again.</p>
<p lang="pl">API działa, ale aplikacja nie jest jeszcze zbudowana. Uruchom <code>npm run build -w @wachta/web</code>, a potem ten proces ponownie.</p>
<p><a href="/v3/public/doc/">API reference</a></p>
</html>
`
