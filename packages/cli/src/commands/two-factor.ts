import { command } from '../frame/command.ts'
import { connectCli } from '../session/connection.ts'
import { confirmSession } from '../session/step-up.ts'

const path = { _id: 'my_account' } as const

/** Sets up the second factor at a terminal; administrators must do this before anything else. */
export const twoFactorCommand = command({
  path: 'two-factor',
  summary: { en: 'set up two-factor authentication', pl: 'skonfiguruj uwierzytelnianie dwuskładnikowe' },
  details: {
    en: 'Set up two-factor authentication, or replace the key of the authenticator app. Asks for the password, shows the key, asks for a code and prints the recovery codes, which are shown only once.',
    pl: 'Skonfiguruj uwierzytelnianie dwuskładnikowe albo wymień klucz aplikacji uwierzytelniającej. Program pyta o hasło, pokazuje klucz, pyta o kod i wypisuje kody zapasowe, które widać tylko raz.',
  },
  async run(invocation) {
    const { input, out } = invocation
    const client = await connectCli(invocation)
    await confirmSession(client, invocation)
    const { key, uri } = await client.call('setup_account_2fa', { path })
    out.remark({
      en: `Add this key to your authenticator app: ${key}`,
      pl: `Dodaj ten klucz do aplikacji uwierzytelniającej: ${key}`,
    })
    out.remark({ en: `As a URI: ${uri}`, pl: `Jako URI: ${uri}` })
    const code = await input.askSecretly({ en: 'Code from the app:', pl: 'Kod z aplikacji:' })
    const { recovery_codes } = await client.call('verify_account_2fa', { path, body: { code: code.trim() } })
    out.result({ recovery_codes }, () => {
      out.print({
        en: 'Two-factor authentication is on. Keep these recovery codes in a safe place; each works once:',
        pl: 'Uwierzytelnianie dwuskładnikowe jest włączone. Zachowaj kody zapasowe w bezpiecznym miejscu; każdy działa raz:',
      })
      for (const each of recovery_codes) out.print({ en: each, pl: each })
    })
  },
})
