import { createClient, isRefusal, signIn, verifySession } from '@wachta/client'
import { CommandError, command, exitCodes } from '../frame/command.ts'
import type { CommandInput } from '../frame/input.ts'
import { interfaceAddress } from '../session/address.ts'
import { explainSignIn } from '../session/explain.ts'
import { keepSession, readSession } from '../session/session-file.ts'

/** How many codes may be wrong before it is better to start again. */
const attempts = 3

export const signInCommand = command({
  path: 'sign-in',
  summary: { en: 'sign in', pl: 'zaloguj się' },
  details: {
    en: 'Sign in and store the session in $XDG_CONFIG_HOME/wachta/session.json, readable only by you. If WACHTA_URL and WACHTA_TOKEN are both set, they take precedence.',
    pl: 'Zaloguj się i zapisz sesję w $XDG_CONFIG_HOME/wachta/session.json, z dostępem tylko dla ciebie. Jeśli ustawiono WACHTA_URL i WACHTA_TOKEN, mają pierwszeństwo.',
  },
  options: {
    url: {
      kind: 'text',
      summary: {
        en: 'URL of the installation; default: the last one used',
        pl: 'adres instalacji; domyślnie ostatnio używany',
      },
    },
    username: {
      kind: 'text',
      summary: { en: 'username; prompts if omitted', pl: 'nazwa użytkownika; bez tej opcji program zapyta' },
    },
    scope: {
      kind: 'choice',
      choices: ['customer', 'administrator'],
      default: 'customer',
      summary: { en: 'scope of the session', pl: 'zakres sesji' },
    },
    code: { kind: 'text', summary: { en: 'one-time or recovery code', pl: 'kod jednorazowy lub zapasowy' } },
    'password-stdin': {
      kind: 'flag',
      summary: { en: 'read the password from standard input', pl: 'wczytaj hasło ze standardowego wejścia' },
    },
    timeout: {
      kind: 'number',
      value: 'SECONDS',
      summary: {
        en: 'idle time after which the session ends',
        pl: 'czas bezczynności, po którym sesja wygasa',
      },
    },
    insecure: {
      kind: 'flag',
      summary: { en: 'allow http:// to another machine', pl: 'zezwól na http:// do innej maszyny' },
    },
  },
  async run({ options, input, environment, language, out, stopping }) {
    const url = interfaceAddress(await addressFor(options.url, environment), { insecure: options.insecure })
    const client = createClient({ baseUrl: url, language: () => language, signal: stopping })
    const username = options.username ?? (await input.ask({ en: 'Username:', pl: 'Nazwa użytkownika:' }))
    const password = options['password-stdin']
      ? (await input.all()).replace(/\r?\n$/, '')
      : await input.askSecretly({ en: 'Password:', pl: 'Hasło:' })
    const session = await signIn(client, {
      username: username.trim(),
      password,
      scope: options.scope,
      client_id: 'wachta-command',
      ...(options.timeout !== undefined && { timeout: options.timeout }),
      ...(options.code !== undefined && { code: options.code }),
    }).catch((error: unknown) => {
      throw explainSignIn(error)
    })
    if (!session.isVerified) await verify(input, (code) => verifySession(client, session, code))
    await keepSession(environment, { url, id: session.id, token: session.token })
    out.result({ url, session_id: session.id }, () =>
      out.say({
        en: `Signed in at ${url} as ${username.trim()}.`,
        pl: `Zalogowano na ${url} jako ${username.trim()}.`,
      }),
    )
  },
})

async function addressFor(given: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  const known = given ?? environment['WACHTA_URL'] ?? (await readSession(environment).catch(() => undefined))?.url
  if (known) return known
  throw new CommandError(
    {
      en: 'Specify the installation: --url https://wachta.example.com',
      pl: 'Podaj, gdzie się zalogować: --url https://wachta.example.com',
    },
    { exitCode: exitCodes.usage },
  )
}

/** A wrong code may be a slip of the finger. */
async function verify(input: CommandInput, tryCode: (code: string) => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const code = await input.askSecretly({ en: 'One-time code:', pl: 'Kod jednorazowy:' })
    try {
      return await tryCode(code.trim())
    } catch (error) {
      if (!isRefusal(error, 'wrong_code') || tried === attempts) throw error
    }
  }
}
