import {
  announcementTexts,
  announcementTitles,
  announcementVariables,
  defaultIncidentPostDelaySeconds,
  defaultMaintenanceNoticeSeconds,
  incidentPostModes,
  languages,
  maintenancePostModes,
  maxIncidentPostDelaySeconds,
  maxMaintenanceNoticeSeconds,
} from '@wachta/domain'
import { number, text, value } from '@wachta/resource/field'
import { Type } from 'typebox'

const closed = { additionalProperties: false }

const buildOptionalTexts = (names: readonly string[], maxLength: number) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String({ maxLength }))]))

const templates = Type.Object(
  { ...buildOptionalTexts(announcementTitles, 200), ...buildOptionalTexts(announcementTexts, 2000) },
  closed,
)

/** The settings of automatic posts. */
export const announcementFields = {
  incident_posts: text({
    enum: incidentPostModes,
    default: 'none',
    description: 'What happens when a service of a component fails: nothing, a draft for people, or a published post.',
  }),
  incident_post_delay: number({
    max: maxIncidentPostDelaySeconds,
    default: defaultIncidentPostDelaySeconds,
    description:
      'How long a failure must last before a post is written, in seconds. Shorter failures are not announced.',
  }),
  maintenance_posts: text({
    enum: maintenancePostModes,
    default: 'none',
    description: 'Whether one-off maintenance windows of its components are announced.',
  }),
  maintenance_notice: number({
    max: maxMaintenanceNoticeSeconds,
    default: defaultMaintenanceNoticeSeconds,
    description: 'How long before its start a maintenance window is announced, in seconds.',
  }),
  announcement_templates: value(
    Type.Object(Object.fromEntries(languages.map((language) => [language, Type.Optional(templates)])), {
      ...closed,
      default: {},
      description: `Texts by language, instead of the built-in ones. Variables: ${announcementVariables
        .map((name) => `\`{{${name}}}\``)
        .join(', ')}.`,
    }),
  ),
}

export const announcementSettings = [
  'incident_posts',
  'incident_post_delay',
  'maintenance_posts',
  'maintenance_notice',
  'announcement_templates',
] as const satisfies readonly (keyof typeof announcementFields)[]
