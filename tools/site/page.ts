import { dirname, join, normalize } from 'node:path'

export interface Page {
  /** The path in the repository. */
  readonly source: string
  /** The path on the site, without slashes around it; empty for the first page. */
  readonly slug: string
  readonly title: string
  /** The page without its title, with links that point to pages of the site. */
  readonly body: string
}

/** Converts the pages of the repository, by source. A link to any other file of the repository becomes plain text. */
export function makePages(sources: ReadonlyMap<string, string>): Page[] {
  const slugs = new Map([...sources.keys()].map((source) => [source, toSlug(source)]))
  return [...sources].map(([source, markdown]) => {
    const [, title = source, rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
    const body = changeOutsideCode(rest, (prose) => replaceLinks(prose, source, slugs))
    return { source, slug: slugs.get(source) ?? '', title: title.replaceAll('`', ''), body }
  })
}

/** Returns a page in the format of the site generator. */
export function toContent({ title, body }: Pick<Page, 'title' | 'body'>): string {
  return `---\ntitle: ${JSON.stringify(title)}\neditUrl: false\n---\n\n${body}`
}

/**
 * `docs/adr/README.md` is the page of its folder, `docs/watching.md` is `watching`, and the README of the repository is
 * the first page.
 */
function toSlug(source: string): string {
  const path = source.replace(/^docs\//, '').replace(/\.md$/, '')
  return path.replace(/(?:^|\/)README$/, '').toLowerCase()
}

/** Changes only the text outside code, including links whose text is code. */
function changeOutsideCode(markdown: string, change: (prose: string) => string): string {
  const fence = String.raw`^(?:\`\`\`|~~~)[^\n]*\n[\s\S]*?^(?:\`\`\`|~~~)[ \t]*$`
  const codeLink = String.raw`\[\`[^\`\n]+\`\]\([^)\s]+\)`
  const parts = markdown.split(new RegExp(`(${fence}|${codeLink}|\`[^\`\\n]+\`)`, 'm'))
  return parts.map((part, index) => (index % 2 === 0 || part.startsWith('[') ? change(part) : part)).join('')
}

function replaceLinks(prose: string, source: string, slugs: ReadonlyMap<string, string>): string {
  const links = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
  return prose.replaceAll(links, (whole, mark: string, text: string, link: string) => {
    const target = toSiteLink(link, source, slugs)
    if (target === undefined) return mark === '' ? text : whole
    return `${mark}[${text}](${target})`
  })
}

/** Returns the path on the site that a link of the page points to; undefined if the site has no such page. */
function toSiteLink(link: string, source: string, slugs: ReadonlyMap<string, string>): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = normalize(join(dirname(source), path)).replace(/\/$/, '')
  if (target.startsWith('docs/images/')) return `/${target.slice('docs/'.length)}`
  const slug = slugs.get(target) ?? slugs.get(`${target}/README.md`)
  if (slug === undefined) return undefined
  return `${slug === '' ? '/' : `/${slug}/`}${anchor === undefined ? '' : `#${anchor}`}`
}
