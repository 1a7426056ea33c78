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
  /** The names of the objects that are deleted, by section and external id; the file does not have them. */
  readonly deleted?: ReadonlyMap<string, string>
}

interface PlanLine {
  readonly text: LocalizedText
  readonly tone?: Tone | undefined
}

/** Prints the plan, one line per object and field; unchanged objects are only counted. */
export function showPlan(out: Output, shownPlan: ShownPlan): void {
  for (const { text, tone } of buildPlanLines(shownPlan)) out.print(text, tone)
}

/** Prints the plan to standard error, so that it is visible at the prompt while the result is redirected. */
export function showPlanAside(out: Output, shownPlan: ShownPlan): void {
  for (const { text, tone } of buildPlanLines(shownPlan)) out.remark(text, tone)
}

function buildPlanLines(shownPlan: ShownPlan): PlanLine[] {
  const lines = listChanges(shownPlan.planned.plan).flatMap((step) =>
    renderStep(step, shownPlan).map((line) => ({ text: { en: line, pl: line }, tone: tones[line.charAt(0)] })),
  )
  return [...lines, { text: formatSummary(shownPlan.planned.summary), tone: 'strong' }]
}

const tones: Readonly<Record<string, Tone>> = { '+': 'good', '~': 'warning', '-': 'bad' }

/** Returns whether two plans make the same changes. Secrets are ignored, because a dry run treats each one as new. */
export const isSamePlan = (one: ApplyResult, other: ApplyResult): boolean =>
  serializeChanges(one) === serializeChanges(other)

const serializeChanges = ({ plan }: ApplyResult): string =>
  JSON.stringify(
    listChanges(plan)
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
    .flatMap(diffChange)
    .filter(({ after }) => after !== newSecret)

export const hasDifferences = ({ summary }: ApplyResult): boolean =>
  summary.create + summary.change + summary.delete > 0

const listChanges = (plan: readonly Step[]): Step[] =>
  plan.filter(({ action }) => action !== 'unchanged').sort((one, other) => getRank(one) - getRank(other))

/** Deletions come last, right above the prompt. */
const getRank = ({ section, action }: Step): number =>
  (sections as readonly string[]).indexOf(section) + (action === 'delete' ? sections.length : 0)

function renderStep(step: Step, { data, deleted }: ShownPlan): string[] {
  const title = `${step.section} ${step.external_id}`
  const name = deleted?.get(title)
  if (step.action === 'delete') return [name === undefined ? `- ${title}` : `- ${title} (${name})`]
  if (step.action === 'create') return [`+ ${title}`, ...describeCreated(step, data)]
  return [`~ ${title}`, ...Object.entries(step.changes ?? {}).flatMap(renderChange)]
}

function describeCreated({ section, external_id }: Step, data: ApplyData): string[] {
  const items = data[section as (typeof sections)[number]] ?? []
  const item = items.find((each) => each.external_id === external_id) ?? {}
  return Object.entries(item)
    .filter(([name]) => name !== 'external_id')
    .map(([name, value]) => `    ${name}: ${formatValue(name, value)}`)
}

const renderChange = (change: [string, unknown]): string[] =>
  diffChange(change).map(
    ({ name, path, before, after }) => `    ${path}: ${formatValue(name, before)} → ${formatValue(name, after)}`,
  )

interface Difference {
  readonly name: string
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Returns only the settings that differ, because a service has dozens of settings. */
function diffChange([name, change]: [string, unknown]): Difference[] {
  const { before, after } = change as { before: unknown; after: unknown }
  if (!isObject(before) || !isObject(after)) return [{ name, path: name, before, after }]
  return Object.keys(after)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ name: key, path: `${name}.${key}`, before: before[key], after: after[key] }))
}

const mask = '********'
/** The placeholder of the API for a changed secret. In a dry run, every plaintext secret counts as changed. */
const newSecret = `${mask} (new)`
const secretName = /password|token|api_key|secret|cookie/i
/** The settings that hold headers: of a service, and of a step of a scenario. */
const headerLists: ReadonlySet<string> = new Set(['request_headers', 'headers'])
/** Channels whose addresses are no secrets. Anyone who knows an address of another channel can post to it. */
const publicChannel = /^(?:email|sms|telephone|telegram|signal|matrix|jabber|gadu_gadu|push)/

/** Terminals keep a scrollback, so secrets of the document are not printed in clear. */
const formatValue = (name: string, value: unknown): string =>
  value === undefined ? '–' : JSON.stringify(maskValue(name, value))

function maskValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && secretName.test(name)) return value === newSecret ? newSecret : mask
  if (headerLists.has(name) && Array.isArray(value)) return value.map(maskHeader)
  if (Array.isArray(value)) return value.map((each) => maskValue('', each))
  if (!isObject(value)) return value
  const { channel_id, address } = value
  if (typeof channel_id === 'string' && typeof address === 'string')
    return { ...value, address: publicChannel.test(channel_id) ? address : maskAddress(address) }
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

const formatSummary = ({ create, change, delete: deleted, unchanged }: ApplyResult['summary']): LocalizedText => ({
  en: `${create} to create, ${change} to change, ${deleted} to delete, ${unchanged} unchanged.`,
  pl: `Do utworzenia: ${create}, do zmiany: ${change}, do usunięcia: ${deleted}, bez zmian: ${unchanged}.`,
})
