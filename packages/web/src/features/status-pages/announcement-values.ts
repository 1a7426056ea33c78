import type { StatusPage, StatusPageCreateData } from '@wachta/client'
import type { ExamplePostKind } from '@wachta/status-page'

type StoredTemplates = StatusPage['announcement_templates']
type TemplateLanguage = keyof StoredTemplates
export type AnnouncementTextName = keyof NonNullable<StoredTemplates[TemplateLanguage]>

/** The form values for automatic posts. */
export interface AnnouncementFormValues {
  readonly incidentPosts: StatusPage['incident_posts']
  /** In seconds; NaN while the text is not readable, like `maintenanceNotice`. */
  readonly incidentPostDelay: number
  readonly maintenancePosts: StatusPage['maintenance_posts']
  readonly maintenanceNotice: number
  readonly announcementTemplates: StoredTemplates
}

/** The texts of the form, in the order in which visitors read them, with the example that shows each of them. */
export const announcementFormTexts = {
  incident: [
    { name: 'incident_title', isTitle: true, example: 'incident' },
    { name: 'incident_text', isTitle: false, example: 'incident' },
    { name: 'resolved_text', isTitle: false, example: 'incident' },
  ],
  maintenance: [
    { name: 'maintenance_title', isTitle: true, example: 'maintenance' },
    { name: 'maintenance_text', isTitle: false, example: 'maintenance' },
    { name: 'rescheduled_text', isTitle: false, example: 'maintenance' },
    { name: 'started_text', isTitle: false, example: 'maintenance' },
    { name: 'completed_text', isTitle: false, example: 'maintenance' },
    { name: 'cancelled_text', isTitle: false, example: 'cancelled' },
  ],
} as const satisfies Record<
  string,
  readonly { readonly name: AnnouncementTextName; readonly isTitle: boolean; readonly example: ExamplePostKind }[]
>

/** Converts a page for the form; the initial values of a new page are the defaults of the API. */
export const toAnnouncementValues = (page: Partial<StatusPage>): AnnouncementFormValues => ({
  incidentPosts: page.incident_posts ?? 'none',
  incidentPostDelay: page.incident_post_delay ?? 300,
  maintenancePosts: page.maintenance_posts ?? 'none',
  maintenanceNotice: page.maintenance_notice ?? 259_200,
  announcementTemplates: page.announcement_templates ?? {},
})

/** Converts the form for the API. A time that the form hides is not sent, because the user could not correct it. */
export const toAnnouncementData = (values: AnnouncementFormValues): Partial<StatusPageCreateData> => ({
  incident_posts: values.incidentPosts,
  ...(values.incidentPosts !== 'none' && { incident_post_delay: values.incidentPostDelay }),
  maintenance_posts: values.maintenancePosts,
  ...(values.maintenancePosts !== 'none' && { maintenance_notice: values.maintenanceNotice }),
  announcement_templates: omitEmpty(values.announcementTemplates),
})

/** Sets one text of one language. */
export const setAnnouncementText = (
  templates: StoredTemplates,
  { language, name }: { readonly language: TemplateLanguage; readonly name: AnnouncementTextName },
  text: string,
): StoredTemplates => ({ ...templates, [language]: { ...templates[language], [name]: text } })

/** Whether the page has custom texts. */
export const hasCustomTexts = (templates: StoredTemplates): boolean => Object.keys(omitEmpty(templates)).length > 0

/** Leaves out empty texts: an empty text means the built-in one, like a missing one. */
function omitEmpty(templates: StoredTemplates): StoredTemplates {
  const languages = Object.entries(templates).flatMap(([language, texts]) => {
    const written = Object.entries(texts).filter(([, text]) => text.trim() !== '')
    return written.length === 0 ? [] : [[language, Object.fromEntries(written)]]
  })
  return Object.fromEntries(languages)
}

/** Returns the examples that a preview can show, for the kinds of posts that the page announces. */
export const listExamples = ({
  incidentPosts,
  maintenancePosts,
}: AnnouncementFormValues): readonly ExamplePostKind[] => [
  ...(incidentPosts === 'none' ? [] : (['incident'] as const)),
  ...(maintenancePosts === 'none' ? [] : (['maintenance', 'cancelled'] as const)),
]
