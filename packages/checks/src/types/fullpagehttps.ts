import { webAddress } from './address.ts'
import { pageArtifacts } from './browser-evidence.ts'
import { defineCheckType } from './check-type.ts'
import { pageSettings } from './page-settings.ts'
import { certificateSettings } from './shared-settings.ts'

export const fullpagehttpsCheckType = defineCheckType('fullpagehttps', {
  name: { pl: 'Cała strona (HTTPS)', en: 'Full page (HTTPS)' },
  description: {
    pl: 'Otwiera szyfrowaną stronę w przeglądarce razem z obrazami, stylami i skryptami i mierzy, ile to trwa.',
    en: 'Opens an encrypted page in a browser with its images, styles and scripts, and measures how long that takes.',
  },
  category: 'browser',
  addressFormat: {
    pl: 'Adres strony, np. https://www.example.com/, albo sam host. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'A web address such as https://www.example.com/, or a bare host. A port in the address overrides the setting.',
  },
  defaultInterval: 600,
  supportsSteps: false,
  artifactTypes: pageArtifacts,
  settings: { ...pageSettings(443), ...certificateSettings },
  recognisedBy: { schemes: ['https'] },
  validateAddress: webAddress('https'),
  examples: {
    good: ['www.example.com', 'https://www.example.com/shop?page=2'],
    bad: ['http://www.example.com', 'view-source:https://www.example.com', 'blob:https://www.example.com/1'],
  },
  run: (check, probe) => probe.browser.openPage(check, 'https', probe),
})
