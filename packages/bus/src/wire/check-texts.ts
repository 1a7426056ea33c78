import { durationRange, isCount } from './values.ts'

/** Texts and additional numbers of one check, which few checks have. */
export interface CheckTexts {
  readonly error_message?: string
  readonly base_url?: string
  readonly content_type?: string
  readonly file_name?: string
  readonly response_headers?: string
  /** By the id of the metric type. */
  readonly metrics?: Readonly<Record<string, number>>
  readonly step_data?: readonly StepData[]
}

export interface StepData {
  readonly step: number
  readonly response_time: number | null
  readonly data_size: number | null
}

const maxTextLength = 4096
const maxHeadersLength = 65_536
const noTexts: ReadonlyMap<number, CheckTexts> = new Map()

/**
 * Reads the texts of a batch of `count` reports, by index of their report. Invalid texts are left out, because they
 * must not make a result unreadable.
 */
export function readTexts(entries: unknown, count: number): ReadonlyMap<number, CheckTexts> {
  if (!Array.isArray(entries)) return noTexts
  const textsByIndex = new Map<number, CheckTexts>()
  for (const pair of entries) {
    if (!Array.isArray(pair)) continue
    const [index, texts] = pair
    if (!Number.isSafeInteger(index) || index < 0 || index >= count || typeof texts !== 'object' || texts === null)
      continue
    textsByIndex.set(index, cleanTexts(texts))
  }
  return textsByIndex
}

function cleanTexts(texts: CheckTexts): CheckTexts {
  const cleanText = (name: 'error_message' | 'base_url' | 'content_type' | 'file_name' | 'response_headers') => {
    const value = texts[name]
    // PostgreSQL stores neither NUL nor half of a surrogate pair, which the cut can leave.
    return typeof value === 'string' && value !== ''
      ? {
          [name]: value
            .replaceAll('\0', '')
            .slice(0, name === 'response_headers' ? maxHeadersLength : maxTextLength)
            .toWellFormed(),
        }
      : {}
  }
  return {
    ...cleanText('error_message'),
    ...cleanText('base_url'),
    ...cleanText('content_type'),
    ...cleanText('file_name'),
    ...cleanText('response_headers'),
    ...(isMetrics(texts.metrics) && { metrics: texts.metrics }),
    // Only known members are stored: a jsonb column rejects some texts, and with them the whole transaction.
    ...(isSteps(texts.step_data) && { step_data: texts.step_data.map(readStep) }),
  }
}

const readStep = ({ step, response_time, data_size }: StepData): StepData => ({ step, response_time, data_size })

function isMetrics(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= 64 &&
    Object.entries(value).every(([name, metric]) => /^[a-z0-9_]{1,64}$/.test(name) && isMetric(metric))
  )
}

/** Whether a value is small enough for the database to add up many values without an overflow. */
const isMetric = (value: unknown): boolean => Number.isFinite(value) && Math.abs(Number(value)) <= 1e15

function isSteps(value: unknown): value is readonly StepData[] {
  return (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every(
      (step) =>
        typeof step === 'object' &&
        step !== null &&
        isCount(step.step) &&
        step.step >= 1 &&
        (step.response_time === null || isCount(step.response_time, durationRange.max)) &&
        (step.data_size === null || isCount(step.data_size)),
    )
  )
}
