import { type ReportLanguage, reportWords } from '../words.ts'
import { chartColours, drawSwatch, emptySwatch, formatPercent } from './drawing.ts'

export type LevelState = 'good' | 'warning' | 'bad'

// Used for services without an agreed target.
const defaultThresholds = { good: 99.9, warning: 99 }

/** Judges the level of a day. With a target, it is bad if the day had more than five times the allowed downtime. */
export function judgeLevel(level: number, target: number | null): LevelState {
  const { good, warning } = getThresholds(target)
  return level >= good ? 'good' : level >= warning ? 'warning' : 'bad'
}

export function getLevelLegend(target: number | null, language: ReportLanguage): { mark: string; text: string }[] {
  const words = reportWords[language]
  const { good, warning } = getThresholds(target)
  const [first, second, third] =
    target === null
      ? [
          `≥ ${formatPercent(good, language)}`,
          `≥ ${formatPercent(warning, language)}`,
          `< ${formatPercent(warning, language)}`,
        ]
      : [words.atTarget, words.belowTarget, words.outage]
  return [
    { mark: drawSwatch(chartColours.good), text: first ?? '' },
    { mark: drawSwatch(chartColours.warning), text: second ?? '' },
    { mark: drawSwatch(chartColours.bad), text: third ?? '' },
    { mark: emptySwatch, text: words.noData },
  ]
}

const getThresholds = (target: number | null) =>
  target === null ? defaultThresholds : { good: target, warning: Math.max(100 - (100 - target) * 5, 0) }
