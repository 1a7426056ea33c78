import type { Messages } from './en.ts'
import { account } from './pl/account.ts'
import { administration } from './pl/administration.ts'
import { apiKeys } from './pl/api-keys.ts'
import { contacts } from './pl/contacts.ts'
import { corrections } from './pl/corrections.ts'
import { diagnostics } from './pl/diagnostics.ts'
import { dictionary } from './pl/dictionary.ts'
import { entrance } from './pl/entrance.ts'
import { escalations } from './pl/escalations.ts'
import { events } from './pl/events.ts'
import { heartbeat } from './pl/heartbeat.ts'
import { live } from './pl/live.ts'
import { maintenance } from './pl/maintenance.ts'
import { notifications } from './pl/notifications.ts'
import { onboarding } from './pl/onboarding.ts'
import { sensors } from './pl/sensors.ts'
import { service } from './pl/service.ts'
import { shell } from './pl/shell.ts'
import { templates } from './pl/templates.ts'
import { watching } from './pl/watching.ts'

export const pl: Messages = {
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
}
