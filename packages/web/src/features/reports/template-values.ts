import type { ReportTemplate, ReportTemplateCreateData } from '@wachta/client'
import { parseLevelTarget, toTargetText } from '../groups/target.ts'
import { parseTags } from '../services/parse-tags.ts'
import { type BusinessHours, defaultHours, type HoursWindow, readBusinessHours, toWindows } from './business-hours.ts'

export const methodFlags = ['unknown', 'paused', 'suspended', 'corrected'] as const
export type MethodFlag = (typeof methodFlags)[number]

/** The values of the form of a report template. */
export interface ReportTemplateValues {
  readonly name: string
  readonly title: string
  readonly introduction: string
  readonly sections: readonly string[]
  readonly isForAll: boolean
  readonly groups: readonly string[]
  readonly services: readonly string[]
  readonly tags: string
  readonly method: Readonly<Record<MethodFlag, boolean>>
  readonly hours: 'all' | 'business' | 'custom'
  readonly businessHours: BusinessHours
  /** Windows that the form cannot show; they are kept. */
  readonly customHours: readonly HoursWindow[]
  readonly target: string
  readonly language: string
  readonly zone: string
  readonly plans: readonly string[]
  readonly isActive: boolean
  readonly recipients: string
  readonly delivery: 'attachment' | 'link'
  readonly attachments: readonly string[]
  readonly emailSubject: string
  readonly emailBody: string
}

export type TextField = 'introduction' | 'emailSubject' | 'emailBody'

/** The sections of a new template: first the numbers that customers ask about, then the reasons. */
const defaultSections = ['summary', 'service_level', 'failures', 'corrections', 'suspensions', 'accounting_method']

interface Defaults {
  readonly language: string
  readonly zone: string
}

/** Converts a template for the form; an empty one becomes the initial values of a new template. */
export function toReportTemplateValues(
  template: Partial<ReportTemplate>,
  { language, zone }: Defaults,
): ReportTemplateValues {
  const { scope, accounting_method: method = {} } = template
  const windows = method.business_hours ?? []
  const businessHours = readBusinessHours(windows)
  const toTexts = (ids: readonly number[] | undefined) => (ids ?? []).map(String)
  return {
    name: template.name ?? '',
    title: template.title ?? '',
    introduction: template.introduction ?? '',
    sections: template.section_ids ?? defaultSections,
    isForAll: scope ? scope.all_services === true : true,
    groups: toTexts(scope?.group_ids),
    services: toTexts(scope?.service_ids),
    tags: (template.tags ?? []).join(', '),
    method: {
      unknown: method.unknown ?? false,
      paused: method.paused ?? false,
      suspended: method.suspended ?? true,
      corrected: method.corrected ?? true,
    },
    hours: windows.length === 0 ? 'all' : businessHours ? 'business' : 'custom',
    businessHours: businessHours ?? defaultHours,
    customHours: businessHours ? [] : windows,
    target: toTargetText(template.service_level_target ?? null),
    language: template.language_id ?? language,
    zone: template.time_zone_id ?? zone,
    plans: template.reporting_plan_ids ?? ['monthly'],
    isActive: template.is_active ?? true,
    recipients: (template.recipients ?? []).join('\n'),
    delivery: template.delivery === 'link' ? 'link' : 'attachment',
    attachments: template.attachment_type_ids ?? ['pdf'],
    emailSubject: template.email_subject ?? '',
    emailBody: template.email_body ?? '',
  }
}

/** The values that the document depends on. Throws UnreadableTarget and UnreadableHours. */
export function toDocumentData(values: ReportTemplateValues) {
  return {
    name: values.name.trim(),
    title: values.title.trim(),
    introduction: values.introduction,
    section_ids: [...values.sections],
    scope: values.isForAll
      ? { all_services: true }
      : { all_services: false, group_ids: values.groups.map(Number), service_ids: values.services.map(Number) },
    tags: values.isForAll ? [] : parseTags(values.tags),
    accounting_method: { ...values.method, business_hours: [...getWindows(values)] },
    service_level_target: parseLevelTarget(values.target),
    language_id: values.language,
    time_zone_id: values.zone,
  }
}

const getWindows = ({ hours, businessHours, customHours }: ReportTemplateValues): readonly HoursWindow[] =>
  hours === 'all' ? [] : hours === 'business' ? toWindows(businessHours) : customHours

/** Converts the form for the API. Throws UnreadableTarget and UnreadableHours. */
export const toReportTemplateData = (values: ReportTemplateValues): ReportTemplateCreateData => ({
  ...toDocumentData(values),
  reporting_plan_ids: [...values.plans],
  is_active: values.isActive,
  recipients: parseRecipients(values.recipients),
  delivery: values.delivery,
  attachment_type_ids: [...values.attachments],
  email_subject: values.emailSubject,
  email_body: values.emailBody,
})

/** Parses e-mail addresses separated by white space, commas or semicolons. */
export const parseRecipients = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((each) => each.trim())
      .filter(Boolean),
  ),
]

/** Returns the list with one entry moved; the same list if it has no such place. */
export function moveEntry<Each>(list: readonly Each[], from: number, to: number): readonly Each[] {
  const moved = list[from]
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Returns the variables in a text that do not exist. */
export function findUnknownNames(text: string, known: ReadonlySet<string>): readonly string[] {
  const used = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name)
  return [...new Set(used.filter((name) => !known.has(name)))]
}
