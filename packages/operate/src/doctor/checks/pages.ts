import { sql } from 'kysely'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const timeoutMs = 5_000

/** Reads a published status page as a visitor does, and reports problems with certificates of custom domains. */
export const pagesCheck: HealthCheck = {
  name: 'pages',
  title: localized('Status pages', 'Strony statusu'),
  needs: ['database', 'schema'],
  async run(context) {
    const [row] = await context
      .database()
      .query(sql<{ slug: string | null; count: number }>`select min(slug) as slug, count(*)::int as count
from status_page where is_published and visibility in ('public', 'unlisted')`)
    const { slug = null, count = 0 } = row ?? {}
    if (slug === null) return ok('No status page is published.', 'Nie opublikowano żadnej strony statusu.')
    const url = `${context.variable('PAGES_URL')}/${slug}/api/v2/status.json`
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
    if (!answer?.ok)
      return problem(
        localized(
          `${url} answers ${answer?.status ?? '–'} instead of 200.`,
          `${url} zamiast 200 odpowiada: ${answer?.status ?? '–'}.`,
        ),
        localized(
          'Check that the role pages is running, that it uses the same OBJECTS_URL as the reporter, and that PAGES_URL points to it.',
          'Sprawdź, czy rola pages działa, czy czyta ten sam OBJECTS_URL co reporter i czy PAGES_URL do niej prowadzi.',
        ),
      )
    const { page } = (await answer.json()) as { page?: { stale?: boolean; data_as_of?: string } }
    if (page?.stale)
      return warning(
        localized(
          `Status pages are out of date: their data is from ${page.data_as_of}.`,
          `Strony statusu są nieaktualne: dane pochodzą z ${page.data_as_of}.`,
        ),
        localized(
          'Read the log of the reporter, which publishes them.',
          'Przeczytaj dziennik roli reporter, która je publikuje.',
        ),
      )
    const [troubled] = await context
      .database()
      .query(sql<{ domains: string | null }>`select string_agg(domain, ', ' order by domain) as domains
from (select domain from page_certificate where problem is not null order by domain limit 5) c`)
    if (troubled?.domains)
      return warning(
        localized(
          `No certificate was issued or renewed for: ${troubled.domains}.`,
          `Nie wydano lub nie odnowiono certyfikatu dla: ${troubled.domains}.`,
        ),
        localized(
          'Read the log of the reporter: it contains the response of the certificate authority.',
          'Przeczytaj dziennik roli reporter: zawiera odpowiedź urzędu certyfikacji.',
        ),
      )
    return ok(`${count} status pages are published and up to date.`, `Opublikowane i aktualne: ${count}.`)
  },
}
