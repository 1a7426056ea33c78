import type { Language } from '@wachta/domain'
import type { TemplateSnapshot } from './order.ts'

export interface ReportedGroup {
  readonly id: number
  readonly name: string
  readonly language_id: Language
  readonly time_zone_id: string
  readonly archived_services_in_periodic_reports: boolean
}

/**
 * Returns the built-in template for the periodic reports about a group. Its recipients are the addresses of the group.
 */
export const toGroupTemplate = (group: ReportedGroup): TemplateSnapshot => ({
  name: group.name,
  title: '',
  introduction: '',
  email_subject: '',
  email_body: '',
  language_id: group.language_id,
  time_zone_id: group.time_zone_id,
  section_ids: ['summary', 'service_level', 'failures', 'corrections', 'suspensions', 'accounting_method'],
  attachment_type_ids: ['pdf'],
  scope: { all_services: false, group_ids: [group.id], service_ids: [] },
  tags: [],
  archived_services: group.archived_services_in_periodic_reports,
  accounting_method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  service_level_target: null,
  recipients: [],
  delivery: 'attachment',
})
