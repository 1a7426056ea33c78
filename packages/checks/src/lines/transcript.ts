const mask = '***'

/** Shorter secrets would mask half of every line, and reveal nothing anyway. */
const minSecretLength = 4

/** Both sides of a dialogue, with the secrets masked wherever they occur. */
export class Transcript {
  readonly #lines: string[] = []
  #secrets: readonly string[] = []

  /** Masks these forms of a secret in all lines that are added from now on. */
  hide(...forms: readonly string[]): void {
    const known = new Set([...this.#secrets, ...forms.filter((form) => form.length >= minSecretLength)])
    this.#secrets = [...known].sort((one, other) => other.length - one.length)
  }

  addSent(line: string): void {
    this.#lines.push(`C: ${this.maskSecrets(line)}`)
  }

  addReceived(line: string): void {
    this.#lines.push(`S: ${this.maskSecrets(line)}`)
  }

  note(text: string): void {
    this.#lines.push(`-- ${text}`)
  }

  maskSecrets(text: string): string {
    return this.#secrets.reduce((result, secret) => result.replaceAll(secret, mask), text)
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }
}
