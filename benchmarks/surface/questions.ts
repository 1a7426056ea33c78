import { createApi } from '@wachta/api/src/interface.ts'
import { createThrottle } from '@wachta/api/src/platform/authentication/throttle.ts'
import type { Database } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import type { Caller, Operation } from '@wachta/resource'
import { createVault } from '@wachta/runtime/vault'
import { openSession } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import { type Exchange, sendExchange, writeRequest } from '../support/http-load.ts'
import { recordStatements, type SentStatement } from '../support/recording.ts'
import { customer } from '../support/services.ts'
import { countersByHand, failingByHand, queryByHand } from './by-hand.ts'

/** The requests behind a customer's first screen. */
export const questionNames = ['failing', 'query', 'counters'] as const
export type QuestionName = (typeof questionNames)[number]

/** One request, its expected result, the statements behind it, and the statement that we would write by hand for it. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly statements: readonly SentStatement[]
  readonly byHand: SentStatement
  readonly expected: ExpectedAnswer
}

/** The ids of a list with their total, or the object itself. */
type ExpectedAnswer = { readonly ids: readonly number[]; readonly total: number } | Readonly<Record<string, number>>

const failing = {
  filters: { status: ['failure'] },
  sort: [{ field: 'since', order: 'descending' }],
  embed: ['service.name', 'service.address'],
  limit: 50,
}
/** Queries as people type them: without diacritics, or half a word. */
const queries = [
  'bramka lodz',
  'panel gdansk',
  'kopie',
  'Kowalska checkout',
  'vpn kraków',
  'backup',
  'login.html lublin',
  'poczt',
]

/** The questions as HTTP requests and as SQL statements. */
export async function createQuestions(
  database: Database,
  owner: Database,
): Promise<Record<QuestionName, readonly Question[]>> {
  const { context, operations } = createApi({
    database,
    throttle: createThrottle(database),
    vault: createVault(`bench:${Buffer.alloc(32).toString('base64')}`),
    security: { note: () => undefined },
    objects: await openObjectStore('file:///nonexistent/wachta'),
    settings: {
      cellNumber: 0,
      publicUrl: 'https://wachta.example',
      pagesUrl: 'https://wachta.example',
      artifactsUrl: 'https://wachta.example',
      linkHosts: [],
      billing: null,
      sensors: null,
    },
  })
  const caller = await loadCaller(owner)
  const createQuestion = async (
    id: string,
    {
      params = {},
      body,
      ...known
    }: Pick<Question, 'byHand' | 'expected'> & { params?: Record<string, string>; body?: unknown },
  ): Promise<Question> => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    const statements = await recordStatements(
      operation,
      { registry: context.searcher.registry, caller, params, body },
      database,
    )
    return { method: requireMethod(operation), path: buildPath(operation, params), body, statements, ...known }
  }
  const queryQuestions: Question[] = []
  for (const query of queries)
    queryQuestions.push(
      await createQuestion('search_services', {
        body: { query, limit: 20 },
        byHand: queryByHand(query.split(' '), 20),
        expected: await loadExpected(owner, selectMatches(query), 20),
      }),
    )
  return {
    failing: [
      await createQuestion('search_service_statuses', {
        body: failing,
        byHand: failingByHand(failing.limit),
        expected: await loadExpected(owner, failed, failing.limit),
      }),
    ],
    query: queryQuestions,
    counters: [
      await createQuestion('read_account_stats', {
        params: { _id: 'my_account' },
        byHand: countersByHand,
        expected: await loadExpectedCounters(owner),
      }),
    ],
  }
}

const requireMethod = ({ method, id }: Operation): 'GET' | 'POST' => {
  if (method === 'GET' || method === 'POST') return method
  throw new Error(`${id} must use GET or POST`)
}
const buildPath = ({ path }: Operation, params: Readonly<Record<string, string>>): string =>
  `/v3${path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '')}`

async function loadCaller(owner: Database): Promise<Caller> {
  const [found] = await owner.query(
    sql<{ packageId: number; language: string }>`
select package_id as "packageId", language_id as language from account where id = ${customer}`,
  )
  if (!found) throw new Error(`account ${customer} does not exist`)
  return {
    accountId: customer,
    actsFor: customer,
    sessionId: null,
    scope: 'customer',
    readOnly: false,
    role: 'owner',
    ...found,
  }
}

/** The expected result, computed in another way: by joining shares, and by scanning every text. */
const readable = sql`(select v.* from service v left join group_share s on s.group_id = v.group_id and s.account_id = ${customer}
  where v.owner_id = ${customer} or s.account_id is not null) as v`
const failed = sql`from ${readable} where status = 'failure' order by status_since desc, id`
const selectMatches = (query: string) => sql`from ${readable} where not exists (
  select from regexp_split_to_table(${query}, '\\s+') word
  where position(folded(word) in folded(concat_ws(' ', v.name, v.address, v.description))) = 0) order by id`

async function loadExpected(owner: Database, matching: typeof failed, limit: number): Promise<ExpectedAnswer> {
  const rows = await owner.query(sql<{ id: number }>`select id ${matching}`)
  return { ids: rows.slice(0, limit).map(({ id }) => id), total: rows.length }
}

async function loadExpectedCounters(owner: Database): Promise<ExpectedAnswer> {
  const rows = await owner.query(sql<{ name: string; services: number; steps: number }>`
select case when owner_id = ${customer} then 'own_' else 'shared_' end || state as name, count(*) as services, sum(step_count) as steps
from ${readable}, unnest(array['', case when status = 'paused' then 'paused_' end, case when status = 'failure' then 'failure_' end,
  case when is_archived then 'archived_' end]) state
where state is not null group by 1`)
  return Object.fromEntries(
    rows.flatMap(({ name, services, steps }) => [
      [`${name}services`, services],
      [`${name}service_steps`, steps],
    ]),
  )
}

/** An exchange whose response was checked in detail; in the rounds it only has to be identical. */
export interface CheckedQuestion extends Exchange {
  /** The statements that are sent through `pg` alone. */
  readonly statements: readonly [SentStatement]
  /** The expected result of the statement. */
  readonly expected: Readonly<Record<string, string | number>>
}

export async function checkQuestions(
  address: string,
  owner: Database,
  questions: readonly Question[],
): Promise<CheckedQuestion[]> {
  const authorization = await openSession(owner, customer)
  const checked: CheckedQuestion[] = []
  for (const { method, path, body, byHand, expected } of questions) {
    const request = writeRequest(method, path, { authorization }, body === undefined ? undefined : JSON.stringify(body))
    const reply = await sendExchange(address, request)
    const text = reply.body.toString()
    const summary = reply.status === 200 ? summarize(JSON.parse(text), reply.total) : {}
    if (toComparable(summary) !== toComparable(expected))
      throw new Error(
        `wrong answer to ${path} ${JSON.stringify(body)}: ${reply.status} ${reply.total} ${text.slice(0, 500)}`,
      )
    const { total } = reply
    checked.push({
      request,
      body: reply.body,
      statements: [byHand],
      ...(total === undefined ? { expected: JSON.parse(text) } : { total, expected: { rows: text, total } }),
    })
  }
  return checked
}

type Summary = Readonly<Record<string, unknown>>

const summarize = (answer: Summary | readonly Summary[], total: number | undefined): Summary =>
  Array.isArray(answer)
    ? { ids: answer.map((row: Summary) => row['id'] ?? row['service_id']), total }
    : (answer as Summary)

const toComparable = (value: Summary): string => JSON.stringify(Object.entries(value).sort())
