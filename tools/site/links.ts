import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walk } from '../tree.ts'

export interface LinkReport {
  readonly pages: number
  readonly links: number
  readonly broken: readonly string[]
}

const linkPattern = /\s(?:href|src)="([^"]*)"/g
const idPattern = /\sid="([^"]*)"/g

/** Checks every link, picture and script of a built site that points into the site, including the headings. */
export async function checkLinks(folder: string): Promise<LinkReport> {
  const files = await walk(folder, '', new Set())
  const present = new Set(files.map((file) => `/${file}`))
  const pages = await Promise.all(
    files
      .filter((file) => file.endsWith('.html'))
      .map(async (file) => [`/${file}`, await readFile(join(folder, file), 'utf8')] as const),
  )
  const anchors = new Map(pages.map(([file, html]) => [file, new Set(findValues(html, idPattern))]))
  const broken: string[] = []
  let links = 0
  for (const [file, html] of pages) {
    for (const link of findValues(html, linkPattern).filter((each) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(each))) {
      links += 1
      if (!isResolved(link, file, present, anchors)) broken.push(`${file}: ${link}`)
    }
  }
  return { pages: pages.length, links, broken }
}

function isResolved(
  link: string,
  from: string,
  present: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const { pathname, hash } = new URL(link, `http://site${from.replace(/index\.html$/, '')}`)
  const path = decodeURIComponent(pathname)
  const file = link.startsWith('#') ? from : path.endsWith('/') ? `${path}index.html` : path
  if (!present.has(file)) return false
  const anchor = decodeURIComponent(hash.slice(1))
  // The top of a page needs no anchor.
  return anchor === '' || anchor === '_top' || (anchors.get(file)?.has(anchor) ?? false)
}

const findValues = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&#38;', '&'))
