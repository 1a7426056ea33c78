import type { Client, StatusPage, StatusPageComponent, StatusPagePost } from '@wachta/client'
import { collectPages } from '@wachta/client'
import { CommandError } from '../frame/command.ts'
import { findOne } from '../kinds/find.ts'

export const openPostsFilter = 'one_of:investigating,identified,monitoring,scheduled,in_progress,verifying'

/** Finds a page by its id, slug or title. */
export async function findStatusPage(client: Client, word: string): Promise<StatusPage> {
  const { id } = await findOne(client, 'status-pages', word)
  return client.call('read_status_page', { path: { _id: Number(id) } })
}

export const listComponents = (client: Client, page: number): Promise<StatusPageComponent[]> =>
  collectPages(
    client.pages('list_status_page_components', {
      query: { 'filter.status_page_id': page, sort: ['position', 'id'] },
    }),
  )

/** Finds a post by its id, or an open one by its title. */
export async function findPost(client: Client, word: string): Promise<StatusPagePost> {
  if (/^[1-9]\d*$/.test(word)) return client.call('read_status_page_post', { path: { _id: Number(word) } })
  const query = { 'filter.title': `equals:${word}`, 'filter.state': openPostsFilter, limit: 10 }
  const { items } = await client.list('list_status_page_posts', { query })
  const [post] = items
  if (post && items.length === 1) return post
  const ids = items.map(({ id }) => id).join(', ')
  throw new CommandError(
    post
      ? {
          en: `Several open posts have the title "${word}". Give the id of one: ${ids}.`,
          pl: `Tytuł „${word}” ma kilka otwartych wpisów. Podaj identyfikator jednego z nich: ${ids}.`,
        }
      : {
          en: `No open post has the title "${word}". See: wachta list status-page-posts`,
          pl: `Żaden otwarty wpis nie ma tytułu „${word}”. Zobacz: wachta list status-page-posts`,
        },
  )
}

/** Finds components, each by its id or public name. */
export function pickComponents(components: readonly StatusPageComponent[], words: readonly string[]): number[] {
  return words.map((word) => {
    const found = components.filter(({ id, name }) => String(id) === word || name === word)
    if (found.length === 1 && found[0]) return found[0].id
    const names = components.map(({ id, name }) => `${name} (${id})`).join(', ')
    throw new CommandError({
      en: `${found.length === 0 ? 'No component' : 'More than one component'} is called "${word}". The page has: ${names}.`,
      pl: `${found.length === 0 ? 'Nie ma komponentu' : 'Jest kilka komponentów'} „${word}”. Strona ma: ${names}.`,
    })
  })
}
