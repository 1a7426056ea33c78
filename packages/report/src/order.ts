import type { AccountingMethod, Language } from '@wachta/domain'

export const reportSectionIds = [
  'summary',
  'accounting_method',
  'service_level',
  'failures',
  'status_changes',
  'performance',
  'checks',
  'analyses',
  'error_types',
  'sensors',
  'corrections',
  'suspensions',
  'events',
  'breakdown_by_hour',
  'breakdown_by_week_day',
  'breakdown_by_month_day',
  'breakdown_by_month',
] as const

export type SectionId = (typeof reportSectionIds)[number]

export const attachmentTypeIds = [
  'pdf',
  'json',
  'csv',
  'status_changes_csv',
  'analyses_csv',
  'checks_csv',
  'corrections_csv',
] as const

export type AttachmentTypeId = (typeof attachmentTypeIds)[number]

/**
 * The content of a template at the time when a report was ordered. Later changes of the template do not affect the
 * report.
 */
export interface TemplateSnapshot {
  readonly name: string
  readonly title: string
  readonly introduction: string
  readonly email_subject: string
  readonly email_body: string
  readonly language_id: Language
  readonly time_zone_id: string
  readonly section_ids: readonly SectionId[]
  readonly attachment_type_ids: readonly AttachmentTypeId[]
  readonly scope: {
    readonly all_services: boolean
    readonly group_ids: readonly number[]
    readonly service_ids: readonly number[]
  }
  readonly tags: readonly string[]
  /**
   * Whether the report includes archived services of the scope; otherwise it includes only those that the template
   * names by id.
   */
  readonly archived_services?: boolean
  readonly accounting_method: AccountingMethod
  readonly service_level_target: number | null
  readonly recipients: readonly string[]
  readonly delivery: 'attachment' | 'link'
}

/** An order for one report; times in epoch milliseconds. */
export interface ReportOrder {
  readonly id: number
  readonly owner_id: number
  /** Null for the periodic report about a group. */
  readonly template_id: number | null
  readonly from: number
  readonly to: number
  readonly template: TemplateSnapshot
  /** The branding at the time when the report was ordered; null in reports that are older than this feature. */
  readonly branding?: BrandingSnapshot | null
  /** The URL of the web app of the installation, for links. */
  readonly public_url?: string
}

/** The name, logo, colour and contact details of the account, including inherited ones. */
export interface BrandingSnapshot {
  readonly name: string
  readonly logo: { readonly media_type: LogoMediaType; readonly content: string } | null
  readonly accent_colour: string | null
  readonly contact_text: string | null
  readonly contact_email_address: string | null
  readonly contact_phone_number: string | null
  readonly contact_url: string | null
}

type LogoMediaType = 'image/png' | 'image/jpeg' | 'image/svg+xml'
