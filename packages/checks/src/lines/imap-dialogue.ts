import { CheckFailure } from '../failure.ts'
import type { Login } from './access.ts'
import type { Lines } from './lines.ts'

const maxLines = 200

export interface ImapAnswer {
  readonly status: 'OK' | 'NO' | 'BAD'
  /** The last line, with secrets masked. */
  readonly lastLine: string
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
  async readGreeting(): Promise<boolean> {
    const line = await this.#lines.readLine()
    const [, word = ''] = /^\* (OK|PREAUTH|BYE)(?: |$)/i.exec(line) ?? []
    if (word === '') throw this.#lines.createUnexpectedFailure(line)
    if (word.toUpperCase() === 'BYE') throw new CheckFailure('mail_greeting_refused', this.#lines.quote(line))
    return word.toUpperCase() === 'PREAUTH'
  }

  async readCapabilities(): Promise<ReadonlySet<string>> {
    const { status, lastLine, untagged } = await this.sendCommand('CAPABILITY')
    if (status !== 'OK') throw new CheckFailure('mail_command_failed', lastLine)
    const offers = untagged.filter((line) => /^\* CAPABILITY /i.test(line))
    return new Set(offers.flatMap((line) => line.toUpperCase().split(' ').slice(2)))
  }

  async sendCommand(command: string): Promise<ImapAnswer> {
    const tag = this.#nextTag()
    this.#lines.send(`${tag} ${command}`)
    return this.#readAnswer(tag)
  }

  async logIn({ username, password }: Login): Promise<void> {
    const tag = this.#nextTag()
    let line = `${tag} LOGIN`
    let shown = line
    for (const [word, visible] of [
      [username, quote(username)],
      [password, '***'],
    ] as const) {
      if (isQuotable(word)) {
        line += ` ${quote(word)}`
        shown += ` ${visible}`
      } else {
        // The rest of the line follows once the server is ready for it.
        const literalSize = ` {${Buffer.byteLength(word)}}`
        this.#lines.sendSecret(line + literalSize, shown + literalSize)
        await this.#waitForContinuation(tag)
        line = word
        shown = visible
      }
    }
    this.#lines.sendSecret(line, shown, password, quote(password))
    const { status, lastLine } = await this.#readAnswer(tag)
    if (status !== 'OK') throw createLoginFailure(status, lastLine)
  }

  async #waitForContinuation(tag: string): Promise<void> {
    const line = await this.#lines.readLine()
    if (line.startsWith('+')) return
    const status = parseStatus(line, tag)
    throw status === undefined
      ? this.#lines.createUnexpectedFailure(line)
      : createLoginFailure(status, this.#lines.quote(line))
  }

  async #readAnswer(tag: string): Promise<ImapAnswer> {
    const untagged: string[] = []
    for (;;) {
      const line = await this.#lines.readLine()
      const status = parseStatus(line, tag)
      if (status !== undefined) return { status, lastLine: this.#lines.quote(line), untagged }
      const isOver = /^\* BYE(?: |$)/i.test(line) || untagged.length >= maxLines
      if (isOver || !line.startsWith('* ')) throw this.#lines.createUnexpectedFailure(line)
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
function createLoginFailure(status: ImapAnswer['status'], lastLine: string): CheckFailure {
  const isMethodRejected = status === 'BAD' || /\[PRIVACYREQUIRED\]/i.test(lastLine)
  return new CheckFailure(isMethodRejected ? 'mail_login_unavailable' : 'mail_login_refused', lastLine)
}

/** A text that is not plain ASCII must be sent as a literal. */
const isQuotable = (word: string) => /^[\u0020-\u007e]*$/.test(word)

const quote = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`
