import { announceIncidents } from './announce-incidents.ts'
import { announceMaintenance } from './announce-maintenance.ts'
import type { Announcement, AnnouncementScene } from './announcement.ts'

/**
 * Decides which posts and updates a page gets by itself at this moment. The writer decides again before
 * writing the next, so that each decision knows what was written before it.
 */
export const planAnnouncements = (scene: AnnouncementScene): Announcement[] => [
  ...announceIncidents(scene),
  ...announceMaintenance(scene),
]
