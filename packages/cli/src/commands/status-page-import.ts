import { type Client, collectPages } from '@wachta/client'
import { applyPlan } from '../apply/apply-plan.ts'
import { readDocument } from '../apply/document.ts'
import { toYaml } from '../apply/yaml.ts'
import { type AnyCommand, command, exitCodes } from '../frame/command.ts'
import { connectCli } from '../session/connection.ts'
import { convertPage, type KnownService, type PageImport } from '../status-pages/page-import.ts'
import { pageLosses } from '../status-pages/page-losses.ts'
import { readForeignPage } from '../status-pages/page-source.ts'
import { reportLost, saveImport } from './import.ts'

export const statusPageImportCommand: AnyCommand = command({
  path: 'status-page import',
  summary: { en: 'import a status page from another system', pl: 'importuj stronę statusu z innego systemu' },
  details: {
    en: 'Import a status page from Statuspage or Uptime Kuma. Components are matched with your services by name; the status of others is set by hand. The page is not published. You can repeat the import: it changes only what has changed.',
    pl: 'Importuj stronę statusu ze Statuspage lub Uptime Kuma. Komponenty są łączone z usługami po nazwie; stan pozostałych ustawia się ręcznie. Strona nie zostaje opublikowana. Import można powtórzyć: zmieni tylko to, co się zmieniło.',
  },
  operands: [
    {
      name: 'source',
      summary: {
        en: 'summary.json of Statuspage or the URL of the page; JSON of /api/status-page/… or a backup of Uptime Kuma',
        pl: 'summary.json ze Statuspage lub adres strony; JSON z /api/status-page/… lub kopia Uptime Kuma',
      },
    },
  ],
  options: {
    from: {
      kind: 'choice',
      choices: ['statuspage', 'uptime-kuma'],
      required: true,
      summary: { en: 'the system to import from', pl: 'system, z którego importujesz' },
    },
    slug: { kind: 'text', summary: { en: 'the address of the page here', pl: 'adres strony tutaj' } },
    'dry-run': { kind: 'flag', summary: { en: 'only show the plan', pl: 'tylko pokaż plan' } },
    out: {
      kind: 'text',
      value: 'page.yaml',
      summary: { en: 'only write a file for apply', pl: 'tylko zapisz plik dla apply' },
    },
    yes: { kind: 'flag', short: 'y', summary: { en: 'skip the confirmation', pl: 'nie pytaj o potwierdzenie' } },
  },
  async run(invocation) {
    const { options, operands, out, language } = invocation
    const source = operands[0] ?? ''
    const foreignPage = await readForeignPage(options.from as 'statuspage' | 'uptime-kuma', source, invocation)
    const client = await connectCli(invocation)
    const page = { ...foreignPage, ...(options.slug !== undefined && { slug: options.slug }) }
    const converted = convertPage(page, await listServices(client))
    const linkedComponents = await findLinkedComponents(client)
    const document = keepLinks(converted.document, linkedComponents)
    if (options.out !== undefined) {
      const pendingLinks = converted.links.map(({ service }) => ({ what: service.name, why: pageLosses.linkLater }))
      const lost = [...converted.lost, ...pendingLinks]
      await saveImport(options.out, toYaml(converted.document))
      out.result({ document: converted.document, lost }, () => reportLost(out, lost, language))
      out.print({
        en: `Written. Next: wachta apply -f ${options.out}`,
        pl: `Zapisano. Dalej: wachta apply -f ${options.out}`,
      })
      return exitCodes.ok
    }
    const { lost } = converted
    if (!out.isJson) reportLost(out, lost, language)
    const code = await applyPlan(invocation, readDocument(`${source} (YAML)`, toYaml(document)), {
      dryRun: options['dry-run'],
      yes: options.yes,
      prune: false,
      extraFields: {
        lost,
        links: converted.links.map(({ component, service }) => ({ component, service_id: service.id })),
      },
    })
    if (options['dry-run']) return code
    for (const { name } of await connectServices(client, converted.links, linkedComponents))
      out.print({ en: `Connected to the service ${name}.`, pl: `Połączono z usługą ${name}.` })
    return code
  },
})

const listServices = async (client: Client): Promise<KnownService[]> =>
  (
    await collectPages(
      client.pages('list_services', {
        query: { 'filter.is_archived': false, sort: ['id'] },
      }),
    )
  ).map(({ id, name, external_id }) => ({ id, name, external_id }))

/** The external ids of the components that show a service or a group. */
async function findLinkedComponents(client: Client): Promise<ReadonlySet<string>> {
  const all = await collectPages(client.pages('list_status_page_components', { query: { sort: ['id'] } }))
  return new Set(
    all.flatMap(({ external_id, manual_status }) =>
      external_id !== null && manual_status === null ? [external_id] : [],
    ),
  )
}

/** A component that is already connected stays connected: fields that a configuration omits are kept. */
const keepLinks = (
  document: PageImport['document'],
  linkedComponents: ReadonlySet<string>,
): PageImport['document'] => ({
  ...document,
  ...(document.status_page_components && {
    status_page_components: document.status_page_components.map((component) => {
      const { manual_status: _unused, ...others } = component
      return linkedComponents.has(component.external_id) ? others : component
    }),
  }),
})

/**
 * Connects components with services without an external id, which a configuration cannot name. Returns the services.
 */
async function connectServices(
  client: Client,
  links: PageImport['links'],
  linkedComponents: ReadonlySet<string>,
): Promise<KnownService[]> {
  const unlinked = links.filter(({ component }) => !linkedComponents.has(component))
  if (unlinked.length === 0) return []
  const all = await collectPages(client.pages('list_status_page_components', { query: { sort: ['id'] } }))
  const connected: KnownService[] = []
  for (const { component, service } of unlinked) {
    const found = all.find(({ external_id }) => external_id === component)
    if (!found) continue
    const body = { service_id: service.id, manual_status: null }
    await client.call('update_status_page_component', { path: { _id: found.id }, body })
    connected.push(service)
  }
  return connected
}
