import { join } from 'node:path'
import type { LocalizedText, Output } from '@wachta/cli'
import type { BrowserAbility } from '@wachta/sensor'
import { printWebAppHint } from '../single-node/web-app.ts'
import { demoUser } from './accounts.ts'
import type { DemoFile } from './demo-file.ts'

interface DemoAnnouncement {
  readonly directory: string
  readonly file: DemoFile
  readonly address: string
  readonly out: Output
  readonly browser: BrowserAbility
  readonly isTemporary: boolean
}

/** Prints the address of the demo, how to sign in, and what to look at. */
export function announceDemo({ directory, file, address, out, browser, isTemporary }: DemoAnnouncement): void {
  printWebAppHint(out)
  out.print({
    en: `
Wachta, the demo
  Address:  ${address}
  User:     ${demoUser}
  Password: ${file.password}

What to look at:
  the dashboard: services fail and recover every few minutes; the first results come within a minute
  a service: its status, a month of availability and response times, a corrected failure
  alerts: who was notified, when, and by which rule; acknowledge one
  e-mails that were sent: ${join(directory, 'mail')}
  ${describeBrowser(browser).en}

${isTemporary ? 'Ctrl-C stops the demo and deletes its data.' : `Ctrl-C stops the demo; wachta demo --data ${directory} resumes it.`}`,
    pl: `
Wachta, demonstracja
  Adres:      ${address}
  Użytkownik: ${demoUser}
  Hasło:      ${file.password}

Co obejrzeć:
  pulpit: usługi co kilka minut ulegają awarii i wracają; pierwsze wyniki pojawią się w ciągu minuty
  usługę: jej stan, dostępność i czasy odpowiedzi z miesiąca, skorygowaną awarię
  alerty: kto, kiedy i według jakiej reguły został powiadomiony; potwierdź jeden z nich
  wysłaną pocztę: ${join(directory, 'mail')}
  ${describeBrowser(browser).pl}

${isTemporary ? 'Ctrl-C zatrzymuje demonstrację i usuwa jej dane.' : `Ctrl-C zatrzymuje demonstrację; wachta demo --data ${directory} ją wznowi.`}`,
  })
}

/** Describes the browser checks of the demo, or why there are none. */
export function describeBrowser(browser: BrowserAbility): LocalizedText {
  if (browser.isAble)
    return {
      en: 'pages in a browser: "Shop: offers in a browser" and "Shop: order a lantern" fail too, with screenshots and a waterfall; the first results come within two minutes',
      pl: 'strony w przeglądarce: „Shop: offers in a browser” i „Shop: order a lantern” też ulegają awarii, ze zrzutami ekranu i wykresem żądań; pierwsze wyniki pojawią się w ciągu dwóch minut',
    }
  return {
    en: `no checks in a browser, because this machine cannot run a browser (${browser.reason}); docs/browser-checks.md lists the requirements`,
    pl: `bez sprawdzeń w przeglądarce, bo ta maszyna nie może jej uruchomić (${browser.reason}); czego potrzebują, opisuje docs/browser-checks.md`,
  }
}
