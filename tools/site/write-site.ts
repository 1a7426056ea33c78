import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listTree } from '../tree.ts'
import { createOperationPages, type OpenApi } from './operations.ts'
import { makePages, toContent } from './page.ts'
import { makeSidebar } from './sidebar.ts'

const isPage = (file: string) => /^(?:docs\/.*|README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/.test(file)

/** The configuration with which the generator finds the pages. */
const contentConfiguration = `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`

/** Copies everything that the site is generated from to a separate folder: pages, pictures and navigation. */
export async function writeSite(root: string, target: string): Promise<{ pages: number }> {
  await rm(target, { recursive: true, force: true })
  const files = (await listTree(root)).filter(isPage)
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const pages = makePages(new Map(files.map((file, index) => [file, texts[index] ?? ''])))
  const operations = createOperationPages(
    JSON.parse(await readFile(join(root, 'api', 'openapi.json'), 'utf8')) as OpenApi,
  )
  const content = join(target, 'src', 'content', 'docs')
  for (const page of [...pages, ...operations]) {
    const file = join(content, `${page.slug === '' ? 'index' : page.slug}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, toContent(page))
  }
  await writeFile(join(target, 'src', 'content.config.ts'), contentConfiguration)
  await writeFile(join(target, 'sidebar.json'), JSON.stringify(makeSidebar(pages, operations), null, 2))
  await cp(join(root, 'docs', 'images'), join(target, 'public', 'images'), { recursive: true })
  await cp(join(root, 'packages', 'web', 'public', 'icon.svg'), join(target, 'public', 'favicon.svg'))
  return { pages: pages.length + operations.length }
}
