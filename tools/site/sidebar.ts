type Item = { readonly label: string; readonly link: string }
export type Group = { readonly label: string; readonly items: readonly Item[]; readonly collapsed?: boolean }

interface SidebarPage {
  readonly slug: string
  readonly title: string
}

/** The groups, in the order in which readers look for them. A page in none of them goes to the last group. */
const groups: readonly (readonly [label: string, slugs: readonly string[]])[] = [
  ['Start', ['', 'installing', 'comparison']],
  ['Concepts', ['watching', 'notifications', 'evidence', 'sensors', 'privacy', 'glossary']],
  [
    'Operating',
    [
      'operating',
      'single-node',
      'observability',
      'operating/sizing',
      'operating/scaling',
      'operating/cells',
      'operating/high-availability',
      'operating/history',
      'operating/status-pages',
      'operating/upgrade',
      'backup',
      'operating/disaster',
      'operating/hardening',
      'operating/identity',
      'security/takeover',
      'security/browser-checks',
      'security/asvs',
      'performance',
    ],
  ],
  [
    'For customers',
    [
      'web',
      'browser-checks',
      'reports',
      'status-pages',
      'users',
      'single-sign-on',
      'api-keys',
      'applications',
      'mcp',
      'command',
      'apply',
      'importing',
    ],
  ],
  [
    'Building on it',
    [
      'architecture',
      'run-from-source',
      'how-to-add-a-check',
      'how-to-add-a-channel',
      'how-to-add-a-resource',
      'how-to-add-a-screen',
      'how-to-add-a-process',
      'design',
      'contributing',
    ],
  ],
  [
    'Reference',
    [
      'reference/command',
      'reference/configuration',
      'reference/metrics',
      'reference/api-key-scopes',
      'reference/errors',
      'reference/requests',
      'reference/live',
      'reference/mcp-tools',
      'reference/offered',
    ],
  ],
]

const isDecision = (slug: string) => slug === 'adr' || slug.startsWith('adr/')

/** Builds the navigation: pages in no group come last, and groups without pages are left out. */
export function makeSidebar(pages: readonly SidebarPage[], operations: readonly SidebarPage[]): Group[] {
  const bySlug = new Map(pages.map((page) => [page.slug, page]))
  const groupedSlugs = new Set(groups.flatMap(([, slugs]) => slugs))
  const otherPages = pages.filter(({ slug }) => !groupedSlugs.has(slug) && !isDecision(slug))
  const pageGroups = groups.map(([label, slugs]) => ({
    label,
    items: slugs.flatMap((slug) => {
      const page = bySlug.get(slug)
      return page === undefined ? [] : slug === '' ? startItems : [toItem(page)]
    }),
  }))
  return [
    ...pageGroups,
    { label: 'Interface', collapsed: true, items: operations.map(toItem) },
    { label: 'Decisions', collapsed: true, items: pages.filter(({ slug }) => isDecision(slug)).map(toItem) },
    { label: 'Further', items: otherPages.map(toItem) },
  ].filter(({ items }) => items.length > 0)
}

const startItems: readonly Item[] = [
  { label: 'What it is', link: '/' },
  { label: 'Start in five minutes', link: '/#start-in-five-minutes' },
]

const toItem = ({ slug, title }: SidebarPage): Item => ({ label: title, link: `/${slug}/` })
