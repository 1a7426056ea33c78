import { announceIncidents } from './announce-incidents.ts'
import { announceMaintenance } from './announce-maintenance.ts'
import type { Announcement, AnnouncementScene } from './announcement.ts'

/**
 * Decides which posts and updates a page gets automatically at this moment. The writer calls it again after each write,
 * so that each decision takes the writes before it into account.
 */
export const planAnnouncements = (scene: AnnouncementScene): Announcement[] => [
  ...announceIncidents(scene),
  ...announceMaintenance(scene),
]
