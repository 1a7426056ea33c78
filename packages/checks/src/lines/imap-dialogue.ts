import { CheckFailure } from '../failure.ts'
import type { Login } from './access.ts'
import type { Lines } from './lines.ts'

const maxLines = 200

export interface ImapAnswer {
  readonly status: 'OK' | 'NO' | 'BAD'
  /** The last line, with secrets masked. */
  readonly words: string
  readonly untagged: readonly string[]
}

/** The part of IMAP that a check needs: tagged commands and their responses. */
export class ImapDialogue {
  readonly #lines: Lines
  #commands = 0

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** Waits for the greeting and returns whether the session is authenticated already. */
  async greeting(): Promise<boolean> {
    const line = await this.#lines.line()
    const [, word = ''] = /^\* (OK|PREAUTH|BYE)(?: |$)/i.exec(line) ?? []
    if (word === '') throw this.#lines.unexpected(line)
    if (word.toUpperCase() === 'BYE') throw new CheckFailure('mail_greeting_refused', this.#lines.quote(line))
    return word.toUpperCase() === 'PREAUTH'
  }

  async capabilities(): Promise<ReadonlySet<string>> {
    const { status, words, untagged } = await this.command('CAPABILITY')
    if (status !== 'OK') throw new CheckFailure('mail_command_failed', words)
    const offers = untagged.filter((line) => /^\* CAPABILITY /i.test(line))
    return new Set(offers.flatMap((line) => line.toUpperCase().split(' ').slice(2)))
  }

  async command(command: string): Promise<ImapAnswer> {
    const tag = this.#nextTag()
    this.#lines.send(`${tag} ${command}`)
    return this.#answer(tag)
  }

  async logIn({ username, password }: Login): Promise<void> {
    const tag = this.#nextTag()
    let line = `${tag} LOGIN`
    let shown = line
    for (const [word, visible] of [
      [username, quoted(username)],
      [password, '***'],
    ] as const) {
      if (isQuotable(word)) {
        line += ` ${quoted(word)}`
        shown += ` ${visible}`
      } else {
        // The rest of the line follows once the server is ready for it.
        const announced = ` {${Buffer.byteLength(word)}}`
        this.#lines.sendSecret(line + announced, shown + announced)
        await this.#goAhead(tag)
        line = word
        shown = visible
      }
    }
    this.#lines.sendSecret(line, shown, password, quoted(password))
    const { status, words } = await this.#answer(tag)
    if (status !== 'OK') throw loginFailure(status, words)
  }

  async #goAhead(tag: string): Promise<void> {
    const line = await this.#lines.line()
    if (line.startsWith('+')) return
    const status = parseStatus(line, tag)
    throw status === undefined ? this.#lines.unexpected(line) : loginFailure(status, this.#lines.quote(line))
  }

  async #answer(tag: string): Promise<ImapAnswer> {
    const untagged: string[] = []
    for (;;) {
      const line = await this.#lines.line()
      const status = parseStatus(line, tag)
      if (status !== undefined) return { status, words: this.#lines.quote(line), untagged }
      const isOver = /^\* BYE(?: |$)/i.test(line) || untagged.length >= maxLines
      if (isOver || !line.startsWith('* ')) throw this.#lines.unexpected(line)
      untagged.push(line)
    }
  }

  #nextTag(): string {
    this.#commands += 1
    return `a${this.#commands}`
  }
}

function parseStatus(line: string, tag: string): ImapAnswer['status'] | undefined {
  if (!line.startsWith(`${tag} `)) return undefined
  const word = line
    .slice(tag.length + 1)
    .split(' ', 1)[0]
    ?.toUpperCase()
  return word === 'OK' || word === 'NO' || word === 'BAD' ? word : undefined
}

/** BAD or PRIVACYREQUIRED rejects the login method, not the credentials. */
function loginFailure(status: ImapAnswer['status'], words: string): CheckFailure {
  const isAboutTheWay = status === 'BAD' || /\[PRIVACYREQUIRED\]/i.test(words)
  return new CheckFailure(isAboutTheWay ? 'mail_login_unavailable' : 'mail_login_refused', words)
}

/** A text that is not plain ASCII must be sent as a literal. */
const isQuotable = (word: string) => /^[\u0020-\u007e]*$/.test(word)

const quoted = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`
