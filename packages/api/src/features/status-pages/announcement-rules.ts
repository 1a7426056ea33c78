import { findTemplateProblems } from '@wachta/channels'
import { type AnnouncementTemplates, announcementVariables } from '@wachta/domain'
import type { Values, Violation } from '@wachta/resource'

const variables: ReadonlySet<string> = new Set(announcementVariables)

/**
 * Templates are validated when they are saved, as those of notifications are: an announcement cannot fail because of
 * them.
 */
export function findAnnouncementViolations({ announcement_templates = {} }: Values): Violation[] {
  return Object.entries(announcement_templates as AnnouncementTemplates).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([name, text]) =>
      findTemplateProblems(text, variables).map(({ symbol, variable = '' }) => ({
        symbol,
        field: `data.announcement_templates.${language}.${name}`,
        params: { variable, form: '{{name}}' },
      })),
    ),
  )
}
