import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkLinks } from '../site/links.ts'
import { createOperationPages } from '../site/operations.ts'
import { makePages, toContent } from '../site/page.ts'
import { makeSidebar } from '../site/sidebar.ts'

test('links between pages point to pages of the site, and links to other files are removed', () => {
  const pages = makePages(
    new Map([
      ['README.md', '# Wachta\n\n[why](docs/adr/README.md), [one](docs/adr/0001-one.md#context), [licence](LICENSE)\n'],
      ['docs/adr/README.md', '# Decisions\n\n[one](0001-one.md) [home](../../README.md#start)\n'],
      [
        'docs/adr/0001-one.md',
        '# 0001. `One`\n\n![x](../images/x.png) `[code](a.md)` [far](https://example.com/a.md)\n',
      ],
      ['docs/code.md', '# Code\n\n```md\n[kept](README.md)\n```\n\n[up](#code)\n'],
    ]),
  )
  const bodies = pages.map(({ slug, title, body }) => [slug, title, body.trim()])
  assert.deepEqual(bodies, [
    ['', 'Wachta', '[why](/adr/), [one](/adr/0001-one/#context), licence'],
    ['adr', 'Decisions', '[one](/adr/0001-one/) [home](/#start)'],
    ['adr/0001-one', '0001. One', '![x](/images/x.png) `[code](a.md)` [far](https://example.com/a.md)'],
    ['code', 'Code', '```md\n[kept](README.md)\n```\n\n[up](#code)'],
  ])
})

test('the generator accepts a title with quotes and colons', () => {
  assert.match(toContent({ title: 'A "b": c', body: '' }), /^---\ntitle: "A \\"b\\": c"\n/)
})

test('every page is in the navigation, and every entry has a page', () => {
  const createPage = (slug: string) => ({ slug, title: slug })
  const pages = ['', 'watching', 'adr', 'adr/0001-one', 'something-new'].map(createPage)
  const sidebar = makeSidebar(pages, [createPage('interface/accounts')])
  assert.deepEqual(
    sidebar.map(({ label, items }) => [label, items.map(({ link }) => link)]),
    [
      ['Start', ['/', '/#start-in-five-minutes']],
      ['Concepts', ['/watching/']],
      ['Interface', ['/interface/accounts/']],
      ['Decisions', ['/adr/', '/adr/0001-one/']],
      ['Further', ['/something-new/']],
    ],
  )
})

test('operations become one page for each subject', () => {
  const list = { operationId: 'list_a', tags: ['some_things'], summary: 'All <b> of them.', responses: { 200: {} } }
  const [page, ...others] = createOperationPages({ paths: { '/a': { get: list }, '/b': { get: list } } })
  assert.deepEqual([page?.slug, page?.title, others], ['interface/some-things', 'Some things', []])
  assert.match(page?.body ?? '', /## `GET \/a`\n\nAll &lt;b> of them\.\n\nOperation `list_a`, answers 200\./)
})

test('a link to a missing page, a missing heading or a missing picture is reported', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'wachta-site-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'b'))
  await writeFile(
    join(root, 'index.html'),
    `<h1 id="über">x</h1><a href="/b/">ok</a> <a href="/b/#two">ok</a> <a href="#über">ok</a> <a href="#%C3%BCber">ok</a>
    <a href="https://example.com/c/">ok</a> <a href="/c/">page</a> <a href="/b/#three">heading</a> <a href="/b">no slash</a> <img src="x.png">`,
  )
  await writeFile(join(root, 'b', 'index.html'), '<h2 id="two">y</h2><a href="../">ok</a> <a href="#_top">ok</a>')
  assert.deepEqual(await checkLinks(root), {
    pages: 2,
    links: 10,
    broken: ['/index.html: /c/', '/index.html: /b/#three', '/index.html: /b', '/index.html: x.png'],
  })
})
