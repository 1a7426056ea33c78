import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { listTree, repositoryRoot } from '../tree.ts'

const decisions = join(repositoryRoot, 'docs', 'adr')

test('the list of decisions and the folder agree in both directions', async () => {
  const listed = findLinks(await readFile(join(decisions, 'README.md'), 'utf8')).filter((link) => /^\d/.test(link))
  const present = (await readdir(decisions)).filter((name) => name !== 'README.md').sort()

  assert.ok(present.length >= 5)
  assert.deepEqual(listed, present)
})

test('decisions are numbered without gaps and have their three parts', async () => {
  const names = (await readdir(decisions)).filter((name) => name !== 'README.md').sort()
  for (const [index, name] of names.entries()) {
    const text = await readFile(join(decisions, name), 'utf8')
    const number = String(index + 1).padStart(4, '0')
    assert.match(name, new RegExp(`^${number}-[a-z0-9-]+\\.md$`))
    assert.match(text, new RegExp(`^# ${number}\\. .+\n`))
    assert.deepEqual(
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      ['Context', 'Decision', 'Consequence'],
      name,
    )
  }
})

test('every relative link in the documentation has a target', async () => {
  const { links, broken } = await inspectLinks(repositoryRoot)

  assert.ok(links >= 5, `only ${links} links were found`)
  assert.deepEqual(broken, [])
})

test('a link to a missing file, to a missing heading or out of the repository is reported', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'wachta-docs-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'docs'))
  await writeFile(join(root, 'docs', 'b.md'), '# Über "das" Haus, `v2`\n\n## Same\n\n## Same\n')
  await writeFile(
    join(root, 'a.md'),
    [
      '[ok](docs/b.md) [ok](docs/b.md#über-das-haus-v2) [ok](./docs) [ok](https://example.com/x) [ok](docs/b.md#same-1)',
      '[missing](docs/c.md) [heading](docs/b.md#other) [out](../outside.md)',
      '[by name][name] `[code](nowhere.md)`',
      '```',
      '[code](nowhere.md)',
      '```',
      '[name]: docs/d.md',
    ].join('\n'),
  )

  const { broken } = await inspectLinks(root)
  assert.deepEqual(broken, ['a.md: docs/c.md', 'a.md: docs/b.md#other', 'a.md: ../outside.md', 'a.md: docs/d.md'])
})

async function inspectLinks(root: string): Promise<{ links: number; broken: string[] }> {
  const documents = (await listTree(root)).filter((file) => file.endsWith('.md'))
  const broken: string[] = []
  let links = 0
  for (const file of documents) {
    for (const link of findLinks(await readFile(join(root, file), 'utf8'))) {
      links += 1
      if (!(await isResolved(root, file, link))) broken.push(`${file}: ${link}`)
    }
  }
  return { links, broken }
}

function findLinks(markdown: string): string[] {
  const prose = removeCode(markdown)
  const found = prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/gm)
  return [...found]
    .map(([, inline, defined]) => inline ?? defined ?? '')
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
}

function removeCode(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

async function isResolved(root: string, from: string, link: string): Promise<boolean> {
  const [path = '', anchor] = decodeURI(link).split('#')
  const target = path === '' ? from : normalize(path.startsWith('/') ? path.slice(1) : join(dirname(from), path))
  if (target.startsWith('..') || !existsSync(join(root, target))) return false
  if (anchor === undefined || !target.endsWith('.md')) return true
  return listAnchors(await readFile(join(root, target), 'utf8')).has(anchor)
}

// As code hosts build them: lower case, no punctuation, dashes for spaces, numbers for repeats.
function listAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const text = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
  for (const [, heading = ''] of text.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}
