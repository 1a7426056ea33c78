import { stepScreenshotType } from '@wachta/domain'
import { type Static, Type } from 'typebox'
import { createStepsReader } from '../scenario/steps-reader.ts'
import { webAddress } from './address.ts'
import { browserArtifacts, scriptArtifacts } from './browser-evidence.ts'
import { selectorPattern } from './browser-selector.ts'
import { defineCheckType } from './check-type.ts'
import { browserSettings } from './page-settings.ts'
import { statusCodesPattern } from './patterns.ts'
import { readTextSetting } from './read-settings.ts'
import {
  closedObject,
  demandExactlyOne,
  lineSchema,
  regexSchema,
  scenarioSettings,
  targetSchema,
  variableName,
} from './scenario-settings.ts'
import { inSection, secretField, textField } from './setting.ts'
import { verifyCertificate } from './shared-settings.ts'

const selectorSchema = Type.String({ minLength: 1, maxLength: 500, pattern: selectorPattern })
const valueSchema = Type.String({ maxLength: 1000 })

/** The actions that steps consist of. Steps contain no code, so that they are readable and can do nothing else. */
const actions = {
  open: targetSchema,
  click: selectorSchema,
  double_click: selectorSchema,
  hover: selectorSchema,
  fill: closedObject({ selector: selectorSchema, value: valueSchema }),
  select: closedObject({ selector: selectorSchema, value: valueSchema }),
  press: Type.String({ maxLength: 32, pattern: '^[A-Za-z0-9+]+$' }),
  wait_for: selectorSchema,
  wait_for_gone: selectorSchema,
  expect_text: lineSchema(1000),
  expect_no_text: lineSchema(1000),
  expect_element: selectorSchema,
  expect_url: regexSchema,
  expect_status: Type.String({ maxLength: 200, pattern: statusCodesPattern }),
  expect_download: regexSchema,
  read: closedObject({ selector: selectorSchema, variable: variableName }),
  read_attribute: closedObject({ selector: selectorSchema, attribute: lineSchema(64), variable: variableName }),
  screenshot: Type.Literal(true),
}

/** One action on a page; exactly one of these is set. */
export type BrowserAction = {
  readonly [Kind in keyof typeof actions]?: Static<(typeof actions)[Kind]>
}

/** Actions that belong together. A cleanup step runs after the others, even if one has failed. */
export interface BrowserStep {
  readonly name: string
  readonly actions: readonly BrowserAction[]
  readonly cleanup?: boolean
}

const step = closedObject({
  name: lineSchema(255),
  actions: Type.Array(demandExactlyOne(actions), { minItems: 1, maxItems: 50 }),
  cleanup: Type.Optional(Type.Boolean()),
})

export const readBrowserSteps = createStepsReader<BrowserStep>(step)

/** A relative path that cannot leave its directory. */
const scriptPattern = '^(?:(?!\\.{1,2}(?:/|$))[A-Za-z0-9._-]+/)*(?!\\.{1,2}$)[A-Za-z0-9._-]+$'
const maxScriptNameLength = 255
const scriptNameRegex = new RegExp(scriptPattern)

/** Whether a text is a valid name of a script. Sensors check it too, because they do not trust the centre. */
export const isScriptName = (text: string): boolean => text.length <= maxScriptNameLength && scriptNameRegex.test(text)

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
  artifactTypes: [...browserArtifacts, ...scriptArtifacts, stepScreenshotType],
  settings: {
    ...scenarioSettings(
      { pl: 'Kolejne kroki i ich czynności', en: 'Steps and their actions, in order' },
      { step, editor: 'browser_steps', required: false },
    ),
    script: inSection(
      'scenario',
      textField(
        {
          pl: 'Plik testu Playwright na prywatnym sensorze, zamiast kroków',
          en: 'Playwright test file on a private sensor, in place of steps',
        },
        { max: maxScriptNameLength, pattern: scriptPattern },
      ),
    ),
    one_time_code_secret: secretField(
      {
        pl: 'Sekret kodów jednorazowych (TOTP), w krokach {{one_time_code}}',
        en: 'One-time code secret (TOTP), {{one_time_code}} in the steps',
      },
      140,
    ),
    ...browserSettings,
    verify_certificate: verifyCertificate,
  },
  alternatives: ['steps', 'script'],
  validateAddress: webAddress('https', 'http'),
  examples: {
    good: ['www.example.com', 'https://www.example.com/login', 'http://intranet'],
    bad: ['file:///etc/passwd', 'chrome://version', 'https://user:password@www.example.com'],
  },
  run: (check, probe) =>
    readTextSetting(check.settings, 'script') === null
      ? probe.browser.runScenario(check, probe)
      : probe.scripts.runScript(check, probe),
})
