import type { CertificateFiles } from '../../lines/support/authority.ts'
import type { Peer, Script } from './scripted-server.ts'

/** Says the first text, and after each line of the client the next one; then it is silent. */
export const dialogue =
  (...answers: readonly (string | Script)[]): Script =>
  async (peer) => {
    for (const [index, answer] of answers.entries()) {
      if (index > 0 && (await peer.hear()) === undefined) return
      if (typeof answer === 'string') peer.say(answer)
      else await answer(peer)
    }
  }

export const close: Script = (peer) => peer.close()

export const silence: Script = () => undefined

/** A text and then the end. */
export const last =
  (text: string): Script =>
  (peer) => {
    peer.say(text)
    peer.close()
  }

/** The word to begin, encryption, and then what comes after it. */
export const upgrade =
  (word: string, certificate: CertificateFiles, ...answers: readonly (string | Script)[]): Script =>
  async (peer) => {
    peer.say(word)
    await peer.secure(certificate)
    // What follows answers the first line heard over the new connection.
    await dialogue('', ...answers)(peer)
  }

/** More and more of a text, for as long as the client takes it. */
export const endless =
  (text: string): Script =>
  async (peer: Peer) => {
    for (let count = 0; count < 200; count += 1) {
      peer.say(text.repeat(100))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

/** A text, and another one a moment later. */
export const late =
  (text: string, more: string): Script =>
  async (peer) => {
    peer.say(text)
    await new Promise((resolve) => setTimeout(resolve, 50))
    peer.say(more)
  }
