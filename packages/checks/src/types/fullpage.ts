import { webAddress } from './address.ts'
import { pageArtifacts } from './browser-evidence.ts'
import { defineCheckType } from './check-type.ts'
import { pageSettings } from './page-settings.ts'

export const fullpageCheckType = defineCheckType('fullpage', {
  name: { pl: 'Cała strona (HTTP)', en: 'Full page (HTTP)' },
  description: {
    pl: 'Otwiera stronę w przeglądarce razem z obrazami, stylami i skryptami i mierzy, ile to trwa.',
    en: 'Opens a page in a browser together with its images, styles and scripts, and measures how long that takes.',
  },
  category: 'browser',
  addressFormat: {
    pl: 'Adres strony, np. http://www.example.com/, albo sam host. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'A web address such as http://www.example.com/, or a bare host. A port in the address overrides the setting.',
  },
  defaultInterval: 600,
  supportsSteps: false,
  artifactTypes: pageArtifacts,
  settings: pageSettings(80),
  recognisedBy: { schemes: ['http'] },
  validateAddress: webAddress('http'),
  examples: {
    good: ['www.example.com', 'http://www.example.com/shop?page=2'],
    bad: ['file:///etc/passwd', 'chrome://settings', 'about:blank', 'data:text/html,a', 'javascript:alert(1)'],
  },
  run: (check, probe) => probe.browser.openPage(check, 'http', probe),
})
