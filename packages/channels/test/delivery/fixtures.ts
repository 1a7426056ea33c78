import { alerts } from './alerts.ts'
import { chats } from './chats.ts'
import type { ProviderFixture } from './contract.ts'
import { jabberServer } from './jabber-server.ts'
import { mails } from './mails.ts'
import { pushService } from './push-service.ts'
import { requests } from './requests.ts'
import { telephones } from './telephones.ts'

/** A provider fixture for every channel that still sends. A new channel adds its line here. */
export const fixtures: readonly ProviderFixture[] = [
  ...chats,
  ...alerts,
  ...requests,
  ...mails,
  ...telephones,
  pushService,
  jabberServer,
]
