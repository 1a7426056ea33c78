import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const resolvePath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const nodePrimitives = fileURLToPath(import.meta.resolve('@wachta/signature/src/primitives.ts'))

/** Builds the page: one file that loads nothing, and whose own security policy prevents it from sending anything. */
export async function buildVerifyPage(): Promise<string> {
  const [page, styles, script] = await Promise.all([
    readFile(resolvePath('page.html'), 'utf8'),
    readFile(resolvePath('page.css'), 'utf8'),
    bundle(),
  ])
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(styles)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  // The replacements are functions, because `$` has a special meaning in replacement strings.
  return page
    .replace('</title>', (end) => `${end}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('</head>', (end) => `<style>${styles}</style>\n${end}`)
    .replace('</body>', (end) => `<script>${script}</script>\n${end}`)
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: resolvePath('page.ts'),
    platform: 'browser',
    transform: { inject: { Buffer: ['buffer', 'Buffer'] } },
    plugins: [{ name: 'portable', resolveId: resolvePortable }],
    onLog: (_level, { message }) => {
      throw new Error(`the page cannot be built: ${message}`)
    },
  })
  const { output } = await build.generate({ format: 'iife', minify: true })
  await build.close()
  const [{ code, imports }, ...others] = output
  const isSelfContained = others.length === 0 && imports.length === 0
  if (!isSelfContained || /<\/script|<!--/i.test(code)) throw new Error('the script cannot be embedded in the page')
  return code
}

/**
 * Replaces `primitives.ts` by its portable version, and marks modules of Node.js as external. Only the code for signing
 * imports these; the page does not use that code, so no import of them remains.
 */
function resolvePortable(source: string, importer: string | undefined) {
  if (source.startsWith('node:')) return { id: source, external: true, moduleSideEffects: false }
  const isPrimitives = source.endsWith('/primitives.ts') && importer !== undefined
  return isPrimitives && join(dirname(importer), source) === nodePrimitives ? resolvePath('portable.ts') : undefined
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
