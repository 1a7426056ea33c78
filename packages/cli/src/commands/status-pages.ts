import { type Client, collectPages } from '@wachta/client'
import { type AnyCommand, command } from '../frame/command.ts'
import { showRecord } from '../kinds/show-record.ts'
import { connectCli } from '../session/connection.ts'
import { findStatusPage, openPostsFilter } from '../status-pages/find-post.ts'
import { componentColumns, getPostColumns, getStatusPageColumns } from '../status-pages/status-page-columns.ts'

const listPages = command({
  path: 'status-pages list',
  summary: { en: 'list status pages', pl: 'wypisz strony statusu' },
  printsRecords: true,
  options: {},
  async run(invocation) {
    const { out, language } = invocation
    const client = await connectCli(invocation)
    const pages = await collectPages(client.pages('list_status_pages', { query: { sort: ['title'] } }))
    const posts = await listOpenPosts(client)
    const rows = pages.map((page) => ({
      ...page,
      open_posts: posts.filter(({ status_page_id }) => status_page_id === page.id).length,
    }))
    if (rows.length === 0) out.print({ en: 'No status pages.', pl: 'Brak stron statusu.' })
    if (rows.length > 0 || out.format !== 'text') out.table(rows, getStatusPageColumns(language))
  },
})

const showPage = command({
  path: 'status-pages show',
  summary: {
    en: 'show a status page with its components and open posts',
    pl: 'pokaż stronę statusu, jej komponenty i otwarte wpisy',
  },
  printsRecords: true,
  operands: [{ name: 'page', summary: { en: 'its id, slug or title', pl: 'identyfikator, adres lub tytuł' } }],
  options: {},
  async run(invocation) {
    const { out, language, operands } = invocation
    const client = await connectCli(invocation)
    const page = await findStatusPage(client, operands[0] ?? '')
    const query = {
      'filter.status_page_id': page.id,
      sort: ['position', 'id'],
      embed: ['service.name', 'group.name'] as const,
    }
    const components = await collectPages(client.pages('list_status_page_components', { query }))
    const posts = (await listOpenPosts(client)).filter(({ status_page_id }) => status_page_id === page.id)
    const now = new Date()
    const show = () => {
      showRecord(out, page, { kind: 'status-pages', language, now })
      out.line('')
      out.table(components, componentColumns)
      out.line('')
      if (posts.length === 0) out.print({ en: 'No open posts.', pl: 'Brak otwartych wpisów.' })
      else out.table(posts, getPostColumns(language, now))
    }
    // As CSV, one line per component.
    out.result({ ...page, components, open_posts: posts }, show, components)
  },
})

/** The open posts of all pages. */
const listOpenPosts = (client: Client) =>
  collectPages(client.pages('list_status_page_posts', { query: { 'filter.state': openPostsFilter, sort: ['-id'] } }))

export const statusPagesCommands: readonly AnyCommand[] = [listPages, showPage]
