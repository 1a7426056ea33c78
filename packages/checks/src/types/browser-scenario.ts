import { Type } from 'typebox'
import { webAddressPattern } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { windowSettings } from './page-settings.ts'
import { closedObject, demandExactlyOne, expression, line, scenarioSettings, target } from './scenario-settings.ts'
import { verifyCertificate } from './shared-settings.ts'

const selector = line(500)
const value = Type.String({ maxLength: 1000 })

/** A list of acts and never a script: what a page is asked to do can be read, and can do no more than this. */
const action = demandExactlyOne({
  open: target,
  click: selector,
  fill: closedObject({ selector, value }),
  select: closedObject({ selector, value }),
  press: Type.String({ maxLength: 32, pattern: '^[A-Za-z0-9+]+$' }),
  wait_for: selector,
  expect_text: line(1000),
  expect_no_text: line(1000),
  expect_url: expression,
})

const step = closedObject({ name: line(255), actions: Type.Array(action, { minItems: 1, maxItems: 50 }) })

export const browserScenarioCheckType = defineCheckType('browser_scenario', {
  name: { pl: 'Scenariusz w przeglądarce', en: 'Browser scenario' },
  description: {
    pl: 'Przechodzi przez strony w prawdziwej przeglądarce tak jak człowiek i kończy na pierwszym kroku, który się nie uda.',
    en: 'Goes through pages in a real browser as a person would, and stops at the first step that fails.',
  },
  category: 'browser',
  addressFormat: {
    pl: 'Adres, do którego odnoszą się ścieżki kroków, np. https://www.example.com, albo sam host (wtedy HTTPS).',
    en: 'The address that the paths of the steps start from, such as https://www.example.com, or a bare host (then HTTPS).',
  },
  defaultInterval: 600,
  supportsSteps: true,
  artifactTypes: ['har'],
  settings: {
    ...scenarioSettings(
      { pl: 'Kolejne kroki i ich czynności', en: 'Steps and their actions, in order' },
      { step, editor: 'browser_steps' },
    ),
    ...windowSettings,
    verify_certificate: verifyCertificate,
  },
  address: webAddressPattern('https', 'http'),
  examples: {
    good: ['www.example.com', 'https://www.example.com/login', 'http://intranet'],
    bad: ['file:///etc/passwd', 'chrome://version', 'https://user:password@www.example.com'],
  },
})
