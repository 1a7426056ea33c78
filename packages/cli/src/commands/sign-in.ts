import { createClient, hasSymbol, signIn, verifySession } from '@wachta/client'
import { CommandError, command, exitCodes, type Invocation } from '../frame/command.ts'
import type { CommandInput } from '../frame/input.ts'
import { parseApiUrl } from '../session/address.ts'
import { explainSignIn } from '../session/explain.ts'
import { awaitTokens, startDeviceSignIn } from '../session/oauth.ts'
import { readSession, saveSession } from '../session/session-file.ts'

/** After this many wrong codes the sign-in must be started again. */
const maxCodeAttempts = 3

export const signInCommand = command({
  path: 'sign-in',
  summary: { en: 'sign in', pl: 'zaloguj się' },
  details: {
    en: 'Sign in with the browser: the command shows a code and a page to enter it on, on any device. With --password, --username or --password-stdin it asks for the password instead; keys, passkeys, two-factor, changes to users, and export need that. The sign-in is stored in $XDG_CONFIG_HOME/wachta/session.json, readable only by you. If WACHTA_URL and WACHTA_TOKEN are both set, they take precedence.',
    pl: 'Zaloguj się przez przeglądarkę: polecenie pokaże kod i stronę, na której trzeba go wpisać, na dowolnym urządzeniu. Z --password, --username lub --password-stdin zapyta o hasło; wymagają tego keys, passkeys, two-factor, zmiany w users i export. Logowanie jest zapisywane w $XDG_CONFIG_HOME/wachta/session.json, z dostępem tylko dla ciebie. Jeśli ustawiono WACHTA_URL i WACHTA_TOKEN, mają pierwszeństwo.',
  },
  options: {
    url: {
      kind: 'text',
      summary: {
        en: 'URL of the installation; default: the last one used',
        pl: 'adres instalacji; domyślnie ostatnio używany',
      },
    },
    password: {
      kind: 'flag',
      summary: {
        en: 'sign in with the password instead of the browser',
        pl: 'zaloguj się hasłem zamiast przez przeglądarkę',
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
        en: 'idle time after which the session ends; implies --password',
        pl: 'czas bezczynności, po którym sesja wygasa; oznacza też --password',
      },
    },
    insecure: {
      kind: 'flag',
      summary: { en: 'allow http:// to another machine', pl: 'zezwól na http:// do innej maszyny' },
    },
  },
  async run(invocation) {
    const { options, input, environment, language, out, stopping } = invocation
    const url = parseApiUrl(await readAddress(options.url, environment), { insecure: options.insecure })
    const { password: usesPassword, username: name, scope, code, timeout } = options
    const hasPasswordOption = [name, code, timeout].some((each) => each !== undefined)
    const needsPassword = usesPassword || options['password-stdin'] || hasPasswordOption
    if (!needsPassword && scope === 'customer' && (await signInByBrowser(url, invocation))) return
    const client = createClient({ baseUrl: url, language: () => language, signal: stopping })
    const username = options.username ?? (await input.ask({ en: 'Username:', pl: 'Nazwa użytkownika:' }))
    const password = options['password-stdin']
      ? (await input.readAll()).replace(/\r?\n$/, '')
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
    if (!session.isVerified) await verifyCode(input, (typedCode) => verifySession(client, session, typedCode))
    await saveSession(environment, { url, id: session.id, token: session.token })
    out.result({ url, session_id: session.id }, () =>
      out.print({
        en: `Signed in at ${url} as ${username.trim()}.`,
        pl: `Zalogowano na ${url} jako ${username.trim()}.`,
      }),
    )
  },
})

/** Shows a code and waits until it is entered and approved in a browser; false if the installation cannot do this. */
async function signInByBrowser(
  url: string,
  { environment, out, stopping }: Pick<Invocation, 'environment' | 'out' | 'stopping'>,
): Promise<boolean> {
  const code = await startDeviceSignIn(url, stopping)
  if (!code) return false
  out.remark({
    en: `Open ${code.page}\nand check that it shows the code ${code.userCode}. Waiting…`,
    pl: `Otwórz ${code.page}\ni sprawdź, czy pokazuje kod ${code.userCode}. Czekam…`,
  })
  await saveSession(environment, await awaitTokens(url, code, stopping))
  out.result({ url }, () => out.print({ en: `Signed in at ${url}.`, pl: `Zalogowano na ${url}.` }))
  return true
}

async function readAddress(urlOption: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  const url = urlOption ?? environment['WACHTA_URL'] ?? (await readSession(environment).catch(() => undefined))?.url
  if (url) return url
  throw new CommandError(
    {
      en: 'Specify the installation: --url https://wachta.example.com',
      pl: 'Podaj, gdzie się zalogować: --url https://wachta.example.com',
    },
    { exitCode: exitCodes.usage },
  )
}

/** Asks again after a wrong code, which may be a typing error. */
async function verifyCode(input: CommandInput, tryCode: (code: string) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const code = await input.askSecretly({ en: 'One-time code:', pl: 'Kod jednorazowy:' })
    try {
      return await tryCode(code.trim())
    } catch (error) {
      if (!hasSymbol(error, 'wrong_code') || attempt === maxCodeAttempts) throw error
    }
  }
}
