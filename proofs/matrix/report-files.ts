import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { linkedReport } from './oracle.ts'
import type { AccountTrees } from './trees.ts'

type Tokens = AccountTrees['reportTokens']

/** Stores files of the seeded reports, each with the name of its report, and returns the tokens of the links to one. */
export async function seedReportFiles(
  api: TestApi,
  trees: Omit<AccountTrees, 'artifactToken' | 'reportTokens'>,
): Promise<Tokens> {
  await api.owner.query(sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256)
select id, type, 'content', 'text/plain', convert_to(name, 'UTF8'), octet_length(name), sha256(convert_to(name, 'UTF8'))
from report, unnest(array['pdf', 'json', 'csv']) type`)
  await api.owner.query(sql`update report set seal_number = append_seal('report', null,
  convert_to(json_build_object('report_id', id, 'files', '{}'::json)::text, 'UTF8'), now())`)
  await api.owner.query(
    sql`insert into report_delivery (report_id, recipient) select id, name || '@example.com' from report`,
  )
  const { id, owner } = trees.findByLabel(linkedReport)
  const session = trees.sessions.find(({ holder }) => holder === owner)
  const { body, text } = await api.call('GET', `/reports/${id}/generated_attachments`, { as: session?.authorization })
  const tokenOf = (type: string): string => {
    const file = (body as { type_id: string; url: string }[]).find((each) => each.type_id === type)
    const token = file && new URL(file.url).searchParams.get('token')
    if (!token) throw new Error(`the report has no link: ${text}`)
    return token
  }
  const proof = await api.call('GET', `/reports/${id}/proof`, { as: session?.authorization })
  const proofUrl = new URL(String(proof.headers['content-location']), 'http://localhost')
  return { pdf: tokenOf('pdf'), csv: tokenOf('csv'), proof: proofUrl.searchParams.get('token') ?? '' }
}
