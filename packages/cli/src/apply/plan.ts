import type { ApplyData, ApplyResult } from '@wachta/client'
import type { Tone } from '../frame/color.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { Output } from '../frame/output.ts'

type Step = ApplyResult['plan'][number]

/** The sections, in the order in which people read them. */
const sections = [
  'groups',
  'services',
  'contacts',
  'events',
  'escalations',
  'report_templates',
  'status_pages',
  'status_page_components',
] as const

/** A plan, with the data that is needed to print it. */
export interface ShownPlan {
  readonly data: ApplyData
  readonly planned: ApplyResult
  /** The names of objects that are deleted, which are not in the file; by section and external id. */
  readonly deleted?: ReadonlyMap<string, string>
}

interface PlanLine {
  readonly words: LocalizedText
  readonly tone?: Tone | undefined
}

/** Prints the plan, one line per object and field; unchanged objects are only counted. */
export function showPlan(out: Output, renderValue: ShownPlan): void {
  for (const { words, tone } of planLines(renderValue)) out.say(words, tone)
}

/** Prints the plan to standard error, so that it is visible at the prompt while the result is redirected. */
export function showPlanAside(out: Output, shown: ShownPlan): void {
  for (const { words, tone } of planLines(shown)) out.aside(words, tone)
}

function planLines(shown: ShownPlan): PlanLine[] {
  const lines = sortSteps(shown.planned.plan).flatMap((step) =>
    renderStep(step, shown).map((line) => ({ words: { en: line, pl: line }, tone: tones[line.charAt(0)] })),
  )
  return [...lines, { words: summaryWords(shown.planned.summary), tone: 'strong' }]
}

const tones: Readonly<Record<string, Tone>> = { '+': 'good', '~': 'warning', '-': 'bad' }

/** Returns whether two plans make the same changes. Secrets are ignored, because a dry run treats each one as new. */
export const isSamePlan = (one: ApplyResult, other: ApplyResult): boolean => computeDigest(one) === computeDigest(other)

const computeDigest = ({ plan }: ApplyResult): string =>
  JSON.stringify(
    sortSteps(plan)
      .map(({ section, action, external_id, changes }) => ({
        section,
        action,
        external_id,
        changes: listDifferences(changes),
      }))
      .filter(({ action, changes }) => action !== 'change' || changes.length > 0),
  )

const listDifferences = (changes: Step['changes']): Difference[] =>
  Object.entries(changes ?? {})
    .flatMap(differences)
    .filter(({ after }) => after !== newSecret)

export const hasDifferences = ({ summary }: ApplyResult): boolean =>
  summary.create + summary.change + summary.delete > 0

const sortSteps = (plan: readonly Step[]): Step[] =>
  plan.filter(({ action }) => action !== 'unchanged').sort((one, other) => getPlace(one) - getPlace(other))

/** Deletions come last, right above the prompt. */
const getPlace = ({ section, action }: Step): number =>
  (sections as readonly string[]).indexOf(section) + (action === 'delete' ? sections.length : 0)

function renderStep(step: Step, { data, deleted }: ShownPlan): string[] {
  const title = `${step.section} ${step.external_id}`
  const name = deleted?.get(title)
  if (step.action === 'delete') return [name === undefined ? `- ${title}` : `- ${title} (${name})`]
  if (step.action === 'create') return [`+ ${title}`, ...describeCreated(step, data)]
  return [`~ ${title}`, ...Object.entries(step.changes ?? {}).flatMap(changeLines)]
}

function describeCreated({ section, external_id }: Step, data: ApplyData): string[] {
  const items = data[section as (typeof sections)[number]] ?? []
  const item = items.find((each) => each.external_id === external_id) ?? {}
  return Object.entries(item)
    .filter(([name]) => name !== 'external_id')
    .map(([name, value]) => `    ${name}: ${shown(name, value)}`)
}

const changeLines = (change: [string, unknown]): string[] =>
  differences(change).map(
    ({ name, place, before, after }) => `    ${place}: ${shown(name, before)} → ${shown(name, after)}`,
  )

interface Difference {
  readonly name: string
  readonly place: string
  readonly before: unknown
  readonly after: unknown
}

/** Only the settings that differ, because a service has dozens of them. */
function differences([name, change]: [string, unknown]): Difference[] {
  const { before, after } = change as { before: unknown; after: unknown }
  if (!isObject(before) || !isObject(after)) return [{ name, place: name, before, after }]
  return Object.keys(after)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ name: key, place: `${name}.${key}`, before: before[key], after: after[key] }))
}

const mask = '********'
/** The placeholder of the API for a changed secret. In a dry run, every plaintext secret counts as changed. */
const newSecret = `${mask} (new)`
const secret = /password|token|api_key|secret/i
/** Channels whose addresses are no secrets. Anyone who knows an address of another channel can post to it. */
const open = /^(?:email|sms|telephone|telegram|signal|matrix|jabber|gadu_gadu|push)/

/** Terminals keep a scrollback, so secrets of the document are not printed in clear. */
const shown = (name: string, value: unknown): string =>
  value === undefined ? '–' : JSON.stringify(maskValue(name, value))

function maskValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && secret.test(name)) return value === newSecret ? newSecret : mask
  if (name === 'request_headers' && Array.isArray(value)) return value.map(maskHeader)
  if (Array.isArray(value)) return value.map((each) => maskValue('', each))
  if (!isObject(value)) return value
  const { channel_id, address } = value
  if (typeof channel_id === 'string' && typeof address === 'string')
    return { ...value, address: open.test(channel_id) ? address : maskAddress(address) }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskValue(key, inner)]))
}

/** `X-Key: ********`: the name of a header is not secret. */
const maskHeader = (line: unknown): string => `${String(line).split(':')[0]}: ${mask}`

/** Only the part after the host is secret. */
function maskAddress(address: string): string {
  if (!URL.canParse(address)) return mask
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/${mask}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const summaryWords = ({ create, change, delete: gone, unchanged }: ApplyResult['summary']): LocalizedText => ({
  en: `${create} to create, ${change} to change, ${gone} to delete, ${unchanged} unchanged.`,
  pl: `Do utworzenia: ${create}, do zmiany: ${change}, do usunięcia: ${gone}, bez zmian: ${unchanged}.`,
})
