import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import { compareFields } from './changes.ts'
import { type AuditField, formatAuditValue, toAuditField } from './field-text.ts'
import { getResourceText } from './resource-text.ts'
import type { SentenceKey } from './sentences.en.ts'
import { type AuditState, type AuditSubject, findSubject, type NamedResource } from './subject.ts'
import { findVerb } from './verbs.ts'

/** The names of objects, by `resource/id`. */
export type AuditNames = ReadonlyMap<string, string>

export interface SentenceContext {
  readonly t: Translate<SentenceKey>
  readonly formats: LocaleFormats
  readonly names: AuditNames
}

/** A sentence in parts: texts, and placeholders for the author and the object, which are shown in bold or as links. */
export interface AuditSentence {
  readonly parts: readonly SentencePart[]
  readonly subject: AuditSubject | null
  readonly objectName: string | undefined
}
export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'actor' }
  | { readonly kind: 'object' }

// These placeholders, which occur in no text, stand for the author and the object while a message is formatted.
const actor = '\uE000'
const object = '\uE001'

/** Describes an entry of the log in a sentence; only the details show ids. */
export function describeEntry(entry: AuditState, context: SentenceContext): AuditSentence {
  const subject = findSubject(entry)
  // A new name was given in this entry; the object may have been renamed again since.
  const newName = findVerb(entry) === 'renamed' ? getOwnName(entry.after) : undefined
  const objectName = newName ?? findName(entry, subject, context.names)
  const text = formatSentence(entry, { ...context, subject, objectName })
  return { parts: splitParts(text), subject, objectName }
}

interface EntryContext extends SentenceContext {
  readonly subject: AuditSubject | null
  readonly objectName: string | undefined
}

function formatSentence(entry: AuditState, context: EntryContext): string {
  const { t, subject, objectName } = context
  const verb = findVerb(entry)
  const how = objectName === undefined || subject === null ? 'other' : subject.relation
  const values = { actor, object, how, noun: getResourceText(entry.resource, t) }
  if (verb === 'changed') return describeChange(entry, context) ?? t('text.changed', values)
  if (verb === 'renamed') {
    const [change] = compareFields(entry.before, entry.after)
    return t('text.renamed', { ...values, before: change?.before ?? '' })
  }
  if (verb === 'usedTool') return t('text.usedTool', { ...values, tool: entry.object_id })
  if (verb === 'done') return t('text.done', { ...values, operation: entry.operation })
  return t(`text.${verb}`, values)
}

/** Describes a change of an object with a name by its fields; null if only a general sentence is possible. */
function describeChange(entry: AuditState, { t, formats, names, subject, objectName }: EntryContext): string | null {
  const changes = compareFields(entry.before, entry.after)
  if (subject?.relation !== 'own' || changes.length === 0) return null
  const objectText = describeSubject(subject.object.resource, objectName, t)
  const fields = changes.map(({ field }) => toAuditField(field))
  const known = fields.filter((field): field is AuditField => field !== undefined)
  if (known.length < fields.length || known.length > 3)
    return t('text.several', { actor, object: objectText, count: changes.length })
  const labels = formats.list(known.map((field) => t(`fields.${field}`)))
  const [change] = changes
  const [field] = known
  if (changes.length > 1 || !change || !field) return t('text.fields', { actor, object: objectText, field: labels })
  const getGroupName = (id: number) => names.get(`group/${id}`)
  const before = formatAuditValue(field, change.before, { formats, getGroupName })
  const after = formatAuditValue(field, change.after, { formats, getGroupName })
  if (before === undefined || after === undefined) return t('text.fields', { actor, object: objectText, field: labels })
  return t('text.field', { actor, object: objectText, field: labels, before, after })
}

const describeSubject = (resource: NamedResource, name: string | undefined, t: Translate<SentenceKey>): string =>
  name === undefined ? t(`ofDeleted.${resource}`) : t(`of.${resource}`, { name: object })

/** The name that the object has now, or had in this entry. */
function findName({ before, after }: AuditState, subject: AuditSubject | null, names: AuditNames): string | undefined {
  if (subject === null) return getOwnName(after) ?? getOwnName(before)
  const { relation, object: namedObject } = subject
  const recorded = relation === 'own' ? (getOwnName(after) ?? getOwnName(before)) : undefined
  return names.get(`${namedObject.resource}/${namedObject.id}`) ?? recorded
}

function getOwnName(state: AuditState['before']): string | undefined {
  const name = (state as Readonly<Record<string, unknown>> | null)?.['name']
  return typeof name === 'string' && name !== '' ? name : undefined
}

function splitParts(text: string): readonly SentencePart[] {
  return text
    .split(new RegExp(`([${actor}${object}])`))
    .filter((part) => part !== '')
    .map((part) =>
      part === actor ? { kind: 'actor' } : part === object ? { kind: 'object' } : { kind: 'text', text: part },
    )
}
