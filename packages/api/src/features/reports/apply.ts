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
/** Lists whose order has no meaning, unlike the order of sections, which is their order in the report. */
const setFields = ['attachment_type_ids', 'recipients', 'reporting_plan_ids', 'tags']

export const reportTemplateKind: ApplyKind = {
  section: 'report_templates',
  resource: reportTemplate,
  itemSchema: buildItemSchema(reportTemplate, {
    required,
    optional,
    extraFields: { scope: Type.Optional(declaredScope) },
  }),
  documentNames: scopeFieldNames,
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

const sortSets = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    setFields.filter((name) => values[name] !== undefined).map((name) => [name, sortNames(values[name] as string[])]),
  )
