import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'

const most = 250_000
const mostFont = 140_000
let folder: string
let manifest: Manifest

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-dist-'))
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json' },
  })
  manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** The scripts that a browser needs before the entries can run: all their direct and indirect imports. */
function needed(entries: readonly string[], from: Manifest): Set<string> {
  const keys = new Set<string>()
  const add = (key: string) => {
    if (keys.has(key)) return
    keys.add(key)
    for (const next of from[key]?.imports ?? []) add(next)
  }
  for (const entry of entries) add(entry)
  return new Set([...keys].map((key) => from[key]?.file ?? '').filter((file) => file.endsWith('.js')))
}

async function weight(entries: readonly string[]): Promise<number> {
  const files = await Promise.all([...needed(entries, manifest)].map((file) => readFile(join(folder, file))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}

const shell = ['index.html', 'src/app/registry/messages.pl.ts', 'src/app/shell/frame.tsx']

test('the first load of every screen stays small', async (t) => {
  for (const screen of ['authentication/sign-in', 'dashboard/dashboard', 'services/services', 'service-page/service']) {
    const entry = `src/features/${screen}.tsx`
    assert.ok(manifest[entry]?.isDynamicEntry, `${entry} is a file of its own`)
    const bytes = await weight([...shell, entry])
    t.diagnostic(`${screen}: ${Math.round(bytes / 1000)} kB`)
    assert.ok(bytes <= most, `${screen}: ${bytes}`)
  }
})

test('what only one screen needs is loaded by no other', async () => {
  const dashboard = await weight([...shell, 'src/features/dashboard/dashboard.tsx'])
  const everything = await weight(Object.keys(manifest))
  // Control of the measure itself: it counts imports, and would count everything.
  assert.ok(everything > dashboard + 40_000, `${everything} against ${dashboard}`)
  const imported: Manifest = {
    a: { file: 'a.js', imports: ['b'] },
    b: { file: 'b.js', imports: ['a'] },
    c: { file: 'c.js' },
  }
  assert.deepEqual([...needed(['a'], imported)], ['a.js', 'b.js'])
})

test('the typeface comes from us, is preloaded, and stays small', async () => {
  const fonts = (await readdir(join(folder, 'assets'))).filter((file) => file.endsWith('.woff2'))
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(join(folder, 'assets', file))).size))
  assert.equal(fonts.length, 2, 'Latin and extended Latin')
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= mostFont, sizes.join())
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const [, preloaded] =
    /<link rel="preload" as="font" type="font\/woff2" href="\/assets\/([^"]+)" crossorigin>/.exec(page) ?? []
  assert.ok(preloaded !== undefined && fonts.includes(preloaded), 'what most texts need is fetched with the page')
  assert.match(await readFile(join(folder, 'inter-license.txt'), 'utf8'), /SIL OPEN FONT LICENSE/)
})

test('no script stands in the page', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const inline = (html: string) => [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|\sstyle=/g)].length
  assert.equal(inline(page), 0)
  assert.equal(inline('<script>x</script><p style="color:red" onclick="x()">'), 3)
})
