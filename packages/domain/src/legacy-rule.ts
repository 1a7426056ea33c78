import type { EventRule } from './event-state.ts'

const second = 1000
const minute = 60 * second

/** How long a service must be up before its recovery is notified, by recovery notification mode. */
const recoveryDelays: Readonly<Record<string, number>> = {
  default: 0,
  after_30_seconds: 30 * second,
  after_1_minute: minute,
  after_2_minutes: 2 * minute,
  after_5_minutes: 5 * minute,
  after_10_minutes: 10 * minute,
  after_30_minutes: 30 * minute,
}

/** The rule of legacy notifications: a failure is an alert immediately, and ends by the mode of the service. */
export const toLegacyRule = (recovery_notification_mode_id: string): EventRule => ({
  startDelayMs: 0,
  endDelayMs: recoveryDelays[recovery_notification_mode_id] ?? 0,
})
