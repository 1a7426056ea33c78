import { createHash } from 'node:crypto'
import { type AccessScope, type DeclaredObject, includesScope } from '@wachta/domain'
import {
  type AuditedWrite,
  type Call,
  closed,
  lockAccount,
  nameSchema,
  type Operation,
  reject,
  rejectAny,
  type Violation,
} from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { ApplyKind, ConfigurationSection, DeclaredConfiguration } from '../../platform/apply/kind.ts'
import { executePlan, type PlannedStep } from './execute-plan.ts'

const sectionOrder: readonly ConfigurationSection[] = [
  'groups',
  'services',
  'contacts',
  'events',
  'escalations',
  'report_templates',
  'status_pages',
  'status_page_components',
]
const maxItems = 1000
const actions = ['create', 'change', 'delete', 'unchanged'] as const

interface Request {
  readonly account_id?: number
  readonly dry_run?: boolean
  readonly prune?: boolean
  readonly expected_deletions?: string
  readonly [section: string]: unknown
}

/** The operation that applies a declared configuration to an account in one transaction, or only plans it. */
export function applyOperation(applyKinds: readonly ApplyKind[]): Operation {
  // In the order of references: each section refers only to itself and earlier sections.
  const kinds = applyKinds.toSorted(
    (one, other) => sectionOrder.indexOf(one.section) - sectionOrder.indexOf(other.section),
  )
  const sections = Object.fromEntries(
    kinds.map(({ section, itemSchema: item }): [string, TSchema] => [
      section,
      Type.Optional(Type.Array(item, { maxItems })),
    ]),
  )
  return {
    id: 'apply',
    method: 'POST',
    path: '/apply',
    tag: 'apply',
    summary:
      'Create, change and delete groups, services, contacts, events, escalations, report templates and status pages of an account, as the document declares.',
    description:
      'Objects are identified by their external_id. In each given section, objects that have an external_id and are no longer declared are deleted, unless prune is false; sections that are left out, and objects that no document has declared, are left alone. With dry_run (the default) everything is tried and rolled back; a plaintext secret then always shows as a change.',
    access: 'customer',
    body: nameSchema(
      'apply_data',
      Type.Object(
        {
          account_id: Type.Optional(id({ description: 'Default: the account of the caller.' }).schema),
          dry_run: Type.Optional(Type.Boolean({ default: true })),
          prune: Type.Optional(Type.Boolean({ default: true })),
          expected_deletions: Type.Optional(
            Type.String({
              pattern: '^[0-9a-f]{64}$',
              description:
                'The deletions_digest of a dry run. If other objects would be deleted than in that run, nothing is changed.',
            }),
          ),
          ...sections,
        },
        closed,
      ),
    ),
    check: findCountViolations,
    status: 200,
    result: applyResult,
    async handle(call) {
      const request = call.body as Request
      const configuration = toConfiguration(request, call)
      if (!(await call.holds('account', configuration.accountId, 'apply')))
        reject(
          (await call.holds('account', configuration.accountId, 'read')) ? 'forbidden' : 'unknown_reference',
          'data.account_id',
        )
      requireSectionScopes(configuration, call)
      rejectAny([...findRepeatedNames(configuration.sections), ...findItemViolations(kinds, configuration.sections)])
      // Documents of one account are applied one after another.
      await lockAccount(configuration.accountId, call)
      await call.db.query(sql`savepoint apply`)
      // Audit entries are written at the end, because they would block other writers of the account tree.
      const auditEntries: AuditedWrite[] = []
      const innerCall: Call = {
        ...call,
        record: async (...entries) => void auditEntries.push(...entries),
        transaction: (work) => work(innerCall),
      }
      const { plan, violations } = await executePlan(kinds, configuration, innerCall)
      rejectAny(violations)
      const deletions_digest = digestDeletions(plan)
      if (request.expected_deletions !== undefined && request.expected_deletions !== deletions_digest)
        reject('deletions_changed', 'data.expected_deletions', { count: plan.filter(isDeletion).length })
      const dryRun = request.dry_run ?? true
      if (dryRun) await call.db.query(sql`rollback to savepoint apply`)
      else await call.record(...auditEntries)
      const summary = Object.fromEntries(
        actions.map((action) => [action, plan.filter((step) => step.action === action).length]),
      )
      return { value: { dry_run: dryRun, summary, deletions_digest, plan } }
    },
  }
}

/**
 * The scopes that these sections need besides the scope of the operation, so that a key that may apply the other
 * sections does not automatically cover them.
 */
const sectionScopes: Readonly<Partial<Record<ConfigurationSection, AccessScope>>> = {
  report_templates: 'reports:write',
  status_pages: 'status_pages:write',
  status_page_components: 'status_pages:write',
}

function requireSectionScopes({ sections }: DeclaredConfiguration, { caller: { limits, applicationId } }: Call): void {
  const needed = Object.entries(sectionScopes).flatMap(([section, scope]) => (section in sections ? [scope] : []))
  const missing = limits ? needed.filter((scope) => !includesScope(limits.scopes, scope)) : []
  const symbol = applicationId === undefined ? 'api_key_scope_missing' : 'application_scope_missing'
  if (missing.length > 0) reject(symbol, undefined, { scopes: [...new Set(missing)].join(', ') })
}

const isDeletion = ({ action }: PlannedStep): boolean => action === 'delete'

/** Returns a digest of the objects that a plan deletes, in whatever order it deletes them. */
function digestDeletions(plan: readonly PlannedStep[]): string {
  const deleted = plan.filter(isDeletion).map((step) => JSON.stringify([step.section, 'id' in step ? step.id : null]))
  return createHash('sha256').update(deleted.toSorted().join('\n')).digest('hex')
}

const toConfiguration = (
  { account_id, prune = true, dry_run = true, expected_deletions: _, ...sections }: Request,
  { caller }: Call,
): DeclaredConfiguration => ({
  accountId: account_id ?? caller.actsFor ?? 0,
  prune,
  isDryRun: dry_run,
  sections: sections as { readonly [S in ConfigurationSection]?: readonly DeclaredObject[] },
})

/** Limits the items of all sections together, because applying a document blocks other writers of the account. */
function findCountViolations(body: unknown): Violation[] {
  const lists = Object.values(body ?? {}).filter((value) => Array.isArray(value))
  const items = lists.reduce((sum, list) => sum + list.length, 0)
  return items > maxItems ? [{ symbol: 'too_many_items', field: 'data', params: { limit: maxItems } }] : []
}

function findRepeatedNames(sections: DeclaredConfiguration['sections']): Violation[] {
  return Object.entries(sections).flatMap(([section, items]) => {
    const seen = new Set<string>()
    return items.flatMap(({ external_id }, index) => {
      const isRepeated = seen.has(external_id)
      seen.add(external_id)
      return isRepeated ? [{ symbol: 'repeated_external_id', field: `data.${section}.${index}.external_id` }] : []
    })
  })
}

const findItemViolations = (kinds: readonly ApplyKind[], sections: DeclaredConfiguration['sections']): Violation[] =>
  kinds.flatMap(({ section, findViolations: violations }) =>
    (sections[section] ?? []).flatMap((item, index) => violations?.(item, `data.${section}.${index}`) ?? []),
  )

const count = Type.Integer({ minimum: 0 })

const applyResult = nameSchema(
  'apply_result',
  Type.Object({
    dry_run: Type.Boolean(),
    summary: Type.Object({ create: count, change: count, delete: count, unchanged: count }),
    deletions_digest: Type.String({
      description: 'Identifies the set of objects that are deleted; see expected_deletions.',
    }),
    plan: Type.Array(
      Type.Object({
        action: Type.Unsafe<string>({ type: 'string', enum: [...actions] }),
        section: Type.String(),
        external_id: Type.String(),
        id: Type.Optional(id().schema),
        changes: Type.Optional(
          Type.Unsafe<object>({ type: 'object', description: 'By field: the stored value and the declared one.' }),
        ),
      }),
    ),
  }),
)
