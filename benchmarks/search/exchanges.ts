import type { StatementRequest } from '../support/bare-pg.ts'
import { type Exchange, type Reply, sendExchange, writeRequest } from '../support/http-load.ts'
import type { ExpectedList, SearchingCaller } from './callers.ts'

export const searchPath = '/v3/accounts/search'

/** An exchange whose response was checked in detail, with its SQL statement. */
export interface CheckedSearch extends Exchange {
  readonly statement: SearchingCaller['statement']
  readonly total: number
}

/** Sends each request once and checks the response in detail; in the rounds it only has to be identical to this one. */
export async function checkExchanges(address: string, callers: readonly SearchingCaller[]): Promise<CheckedSearch[]> {
  const checked: CheckedSearch[] = []
  for (const { authorization, body, statement, expected } of callers) {
    const request = writeRequest('POST', searchPath, { authorization }, body)
    const reply = await sendExchange(address, request)
    const fault = findFault(reply, expected)
    if (fault) throw new Error(`wrong answer to ${body}: ${fault}`)
    checked.push({ request, body: reply.body, statement, total: expected.total })
  }
  return checked
}

interface Row {
  readonly id: number
  readonly package: { readonly id: number } | null
  readonly permissions: { readonly read: boolean }
}

function findFault({ status, total, body }: Reply, expected: ExpectedList): string | undefined {
  if (status !== 200) return `status ${status}, ${body}`
  if (total !== expected.total) return `X-Total-Count is ${total} instead of ${expected.total}`
  const rows: readonly Row[] = JSON.parse(body.toString())
  if (String(rows.map(({ id }) => id)) !== String(expected.ids)) return `accounts ${rows.map(({ id }) => id)}`
  return rows.every(({ package: embeddedPackage, permissions }) => embeddedPackage && permissions.read)
    ? undefined
    : 'an embedded object is missing'
}

/** The statements behind the same responses, to run with `pg` alone. */
export const toStatementRequests = (checked: readonly CheckedSearch[]): StatementRequest[] =>
  checked.map(({ statement, body, total }) => ({
    statements: [{ ...statement, name: 'search' }],
    expected: { rows: body.toString(), total },
  }))

/** The same requests, all with the same response: the one whose size is nearest to the average. */
export function createConstantExchanges(checked: readonly CheckedSearch[]): { answer: string; exchanges: Exchange[] } {
  const average = checked.reduce((sum, { body }) => sum + body.length, 0) / checked.length
  const distance = ({ body }: CheckedSearch) => Math.abs(body.length - average)
  const { body } = checked.toSorted((one, other) => distance(one) - distance(other))[0] as CheckedSearch
  return { answer: body.toString(), exchanges: checked.map(({ request }) => ({ request, body })) }
}
