import { account } from './en/account.ts'
import { administration } from './en/administration.ts'
import { apiKeys } from './en/api-keys.ts'
import { contacts } from './en/contacts.ts'
import { corrections } from './en/corrections.ts'
import { diagnostics } from './en/diagnostics.ts'
import { dictionary } from './en/dictionary.ts'
import { entrance } from './en/entrance.ts'
import { escalations } from './en/escalations.ts'
import { events } from './en/events.ts'
import { heartbeat } from './en/heartbeat.ts'
import { live } from './en/live.ts'
import { maintenance } from './en/maintenance.ts'
import { notifications } from './en/notifications.ts'
import { onboarding } from './en/onboarding.ts'
import { sensors } from './en/sensors.ts'
import { service } from './en/service.ts'
import { shell } from './en/shell.ts'
import { templates } from './en/templates.ts'
import { watching } from './en/watching.ts'

/** What the app says, in ICU message format. The other languages have the same keys; a test compares and reads them all. */
export const en = {
  ...shell,
  ...entrance,
  ...watching,
  ...maintenance,
  ...corrections,
  ...events,
  ...notifications,
  ...service,
  ...sensors,
  ...diagnostics,
  ...account,
  ...apiKeys,
  ...live,
  ...heartbeat,
  ...onboarding,
  ...contacts,
  ...escalations,
  ...templates,
  ...administration,
  ...dictionary,
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
