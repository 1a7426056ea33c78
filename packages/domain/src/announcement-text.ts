import type { Language } from './language.ts'

/** The variables of announcement texts, written `{{name}}`. They contain only what visitors may read. */
export const announcementVariables = ['components', 'start', 'end', 'page_title'] as const
export type AnnouncementVariable = (typeof announcementVariables)[number]
export type AnnouncementValues = Readonly<Record<AnnouncementVariable, string>>

export const announcementTitles = ['incident_title', 'maintenance_title'] as const
export const announcementTexts = [
  'incident_text',
  'resolved_text',
  'maintenance_text',
  'rescheduled_text',
  'started_text',
  'completed_text',
  'cancelled_text',
] as const
type TemplateName = (typeof announcementTitles)[number] | (typeof announcementTexts)[number]

/** The texts that an account uses instead of the built-in ones. */
export type AnnouncementTemplates = { readonly [L in Language]?: { readonly [N in TemplateName]?: string } }

export const builtInAnnouncements: Readonly<Record<Language, Readonly<Record<TemplateName, string>>>> = {
  en: {
    incident_title: 'Outage: {{components}}',
    incident_text: 'We have been seeing an outage since {{start}}. Affected: {{components}}. We are looking into it.',
    resolved_text: 'The outage is over. It lasted from {{start}} to {{end}}. Affected: {{components}}.',
    maintenance_title: 'Planned maintenance: {{components}}',
    maintenance_text:
      'Maintenance is planned from {{start}} to {{end}}. Affected: {{components}}. Interruptions are possible during this time.',
    rescheduled_text: 'The maintenance was rescheduled. It is now planned from {{start}} to {{end}}.',
    started_text: 'The maintenance has begun. It is planned to end by {{end}}.',
    completed_text: 'The maintenance is completed.',
    cancelled_text: 'The maintenance was cancelled.',
  },
  pl: {
    incident_title: 'Awaria: {{components}}',
    incident_text: 'Od {{start}} obserwujemy awarię. Dotyczy: {{components}}. Ustalamy przyczynę.',
    resolved_text: 'Awaria została usunięta. Trwała od {{start}} do {{end}}. Dotyczyła: {{components}}.',
    maintenance_title: 'Planowane prace: {{components}}',
    maintenance_text:
      'Od {{start}} do {{end}} planujemy prace serwisowe. Dotyczą: {{components}}. W tym czasie mogą wystąpić przerwy w działaniu.',
    rescheduled_text: 'Zmieniliśmy termin prac. Nowy termin: od {{start}} do {{end}}.',
    started_text: 'Prace się rozpoczęły. Planowane zakończenie: {{end}}.',
    completed_text: 'Prace zostały zakończone.',
    cancelled_text: 'Prace zostały odwołane.',
  },
}

/**
 * Replaces the variables in one pass, so that a value is never taken for a variable. Texts were validated when they
 * were saved.
 */
export const fillAnnouncement = (text: string, values: AnnouncementValues): string =>
  text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => readValue(values, name.trim()))

const readValue = (values: AnnouncementValues, name: string): string =>
  Object.hasOwn(values, name) ? values[name as AnnouncementVariable] : ''
