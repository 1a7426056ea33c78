import { Type } from 'typebox'
import { buildItemSchema, pickFields } from '../../platform/apply/fields.ts'
import { type ApplyKind, sortNames } from '../../platform/apply/kind.ts'
import {
  declaredScope,
  listScopeReferences,
  normalizeScope,
  scopeFieldNames,
  toScopeIds,
  toScopeNames,
} from '../alert-rules/declared-scope.ts'
import { reportTemplate } from './report-template.ts'

const required = ['name', 'section_ids']
/** All fields of a template that can be changed can be declared; its services and groups are declared by name. */
const optional = (reportTemplate.update?.fields ?? []).filter((name) => name !== 'scope' && !required.includes(name))
const fields = [...required, ...optional]
/** Lists whose order means nothing; that of sections is the order in the document. */
const sets = ['attachment_type_ids', 'recipients', 'reporting_plan_ids', 'tags']

export const reportTemplateKind: ApplyKind = {
  section: 'report_templates',
  resource: reportTemplate,
  item: buildItemSchema(reportTemplate, { required, optional, also: { scope: Type.Optional(declaredScope) } }),
  called: scopeFieldNames,
  references: ({ scope }) => listScopeReferences(scope),
  data: (item, known) => ({
    ...pickFields(item, fields),
    ...(item['scope'] !== undefined && { scope: toScopeIds(item['scope'], known) }),
  }),
  toDeclared: (record, known) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, fields),
    ...sortSets(record),
    scope: toScopeNames(record['scope'], known),
  }),
  normalize: (item) => ({
    ...item,
    ...sortSets(item),
    ...(item['scope'] !== undefined && { scope: normalizeScope(item['scope']) }),
  }),
}

const sortSets = (from: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    sets.filter((name) => from[name] !== undefined).map((name) => [name, sortNames(from[name] as string[])]),
  )
