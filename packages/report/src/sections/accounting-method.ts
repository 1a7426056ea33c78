import { describeMethod } from './describe-method.ts'
import type { ReportSection } from './section.ts'
import { introduceSection } from './tables.ts'

export const accountingMethodSection: ReportSection = {
  id: 'accounting_method',
  toBlocks(document, format) {
    const { method } = format.words
    const { from, to, time_zone, previous_from } = document.period
    return [
      ...introduceSection('accounting_method', format),
      { kind: 'paragraph', text: method.formula },
      {
        kind: 'definitions',
        items: [
          { label: method.period, value: format.period(from, to) },
          { label: method.comparedWith, value: format.period(previous_from, from) },
          { label: method.timeZone, value: time_zone },
          ...describeMethod(document, format),
          { label: method.labels.seconds, value: method.seconds },
          { label: method.labels.existence, value: method.existence },
          { label: method.labels.target, value: method.target },
          { label: method.labels.responseTimes, value: method.responseTimes },
        ],
      },
    ]
  },
}
