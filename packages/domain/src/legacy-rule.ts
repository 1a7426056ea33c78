import type { EventRule } from './event-state.ts'
import { minuteMs, secondMs } from './time-units.ts'

/** How long a service must be up before its recovery is notified, by recovery notification mode. */
const recoveryDelays: Readonly<Record<string, number>> = {
  default: 0,
  after_30_seconds: 30 * secondMs,
  after_1_minute: minuteMs,
  after_2_minutes: 2 * minuteMs,
  after_5_minutes: 5 * minuteMs,
  after_10_minutes: 10 * minuteMs,
  after_30_minutes: 30 * minuteMs,
}

/** The rule of legacy notifications: a failure is an alert immediately; the alert ends after the delay of the mode. */
export const toLegacyRule = (recovery_notification_mode_id: string): EventRule => ({
  startDelayMs: 0,
  endDelayMs: recoveryDelays[recovery_notification_mode_id] ?? 0,
})
