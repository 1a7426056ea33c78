import { dayMs } from '@wachta/domain'
import type { Call } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'

/**
 * A link is valid for more than a year after the month in which it was sent, like the data from which the report was
 * made.
 */
const linkLifetimeMs = 400 * dayMs

const linkContext = ['report', 'link']

interface LinkedFile {
  readonly report_id: number
  readonly type_id: string
  readonly file_name: string
  readonly link_version: number
}

/** Returns a link to a file that needs no sign-in. Revoking the links of a report makes all earlier ones invalid. */
export function linkToFile({ vault, settings }: ApiContext, file: LinkedFile): string {
  const token = vault.seal(
    JSON.stringify([file.report_id, file.type_id, file.link_version, Date.now() + linkLifetimeMs]),
    linkContext,
  )
  const isOwnPath = file.type_id === 'pdf' || file.type_id === 'proof'
  const path = isOwnPath ? file.type_id : `generated_attachments/${file.type_id}`
  const name = encodeURIComponent(file.file_name)
  return `${settings.artifactsUrl}/v3/reports/${file.report_id}/${path}/by_token/${name}?token=${token}`
}

/** Whether the token in the query was made for this file, has not expired and was not revoked. */
export function isLinkGranted({ vault }: ApiContext, file: LinkedFile, { query, now }: Call): boolean {
  try {
    const [report, type, version, expires] = JSON.parse(vault.open(String(query['token']), linkContext)) as unknown[]
    return (
      report === file.report_id &&
      type === file.type_id &&
      version === file.link_version &&
      typeof expires === 'number' &&
      expires > now.getTime()
    )
  } catch {
    return false
  }
}
