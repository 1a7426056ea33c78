import type { Escalation } from '@wachta/client'
import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'

/** Formats the delay of a step: "immediately", "after 15 min". */
export const getDelayText = (delay: number, t: Translate, { duration }: LocaleFormats): string =>
  delay === 0 ? t('step.atOnce') : t('step.after', { time: duration(delay) })

/** Formats the repeats of a step: "every 30 min, at most 3 times"; empty if there are none. */
export function getRepeatText(
  { repeat_interval, maximum_repeats }: Pick<Escalation, 'repeat_interval' | 'maximum_repeats'>,
  t: Translate,
  { duration }: LocaleFormats,
): string {
  if (!(repeat_interval > 0)) return ''
  const time = duration(repeat_interval)
  return maximum_repeats > 0 ? t('step.everyTimes', { time, count: maximum_repeats }) : t('step.every', { time })
}
