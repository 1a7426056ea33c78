import type { Feature } from '../../platform/feature.ts'
import { contactNotification } from './contact-notification.ts'
import { mobileNotificationOperations } from './mobile-notifications.ts'
import { notification } from './notification.ts'
import { notificationLogOperations } from './notification-logs.ts'

export const feature: Feature = {
  resources: [contactNotification, notification],
  operations: (context) => [...mobileNotificationOperations(), ...notificationLogOperations(context)],
}
