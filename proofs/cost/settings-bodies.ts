import type { Schema } from './document.ts'

/**
 * The settings of checks are published separately from the body. Returns bodies with the largest patterns, and with as
 * many as fit.
 */
export function createSettingsBodies(
  { properties = {} }: Schema,
  small: object,
): { shape: string; text: () => string }[] {
  if (!('extended_settings' in properties)) return []
  const body = (shape: string, type_id: string, extended_settings: object) => {
    const base = 'type_id' in properties ? { ...small, type_id, address: 'http://a.example/' } : small
    return { shape: `${shape} in settings`, text: () => JSON.stringify({ ...base, extended_settings }) }
  }
  const createSteps = (pattern: (index: number) => string, count: number) =>
    Array.from({ length: 50 }, (_, step) => ({
      name: `step ${step}`,
      url: '/',
      assertions: Array.from({ length: count }, (_, index) => ({ content_regex: pattern(step * 20 + index) })),
    }))
  return [
    body('patterns that grow', 'http', { content_regex: '(a{1,1000})'.repeat(90) }),
    body('patterns that fold', 'http', { content_regex: `(?i)[${'b-𐀀'.repeat(240)}]` }),
    body('patterns at the bound', 'http_scenario', { steps: createSteps((at) => `x${at}(a{1,300})(b{1,300})`, 20) }),
    body('long patterns', 'http_scenario', { steps: createSteps((at) => `${at}${'(a|b)'.repeat(180)}`, 20) }),
    body('small patterns', 'http_scenario', { steps: createSteps((at) => `x${at}`, 20) }),
    body('unreadable patterns', 'http_scenario', { steps: createSteps((at) => `x${at}(?=a)`, 20) }),
    body('unknown settings', 'http', Object.fromEntries(Array.from({ length: 990 }, (_, at) => [at.toString(36), 0]))),
  ]
}
