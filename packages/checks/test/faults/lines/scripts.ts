import type { CertificateFiles } from '../../lines/support/authority.ts'
import type { Peer, Script } from './scripted-server.ts'

/** Sends the first text, then the next one after each line of the client, and is silent afterwards. */
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

/** Sends a text and closes the connection. */
export const last =
  (text: string): Script =>
  (peer) => {
    peer.say(text)
    peer.close()
  }

/** Sends the word that starts TLS, performs the handshake, and continues with the answers. */
export const upgrade =
  (word: string, certificate: CertificateFiles, ...answers: readonly (string | Script)[]): Script =>
  async (peer) => {
    peer.say(word)
    await peer.secure(certificate)
    // The first answer follows the first line over the new connection.
    await dialogue('', ...answers)(peer)
  }

/** Repeats a text, for as long as the client reads it. */
export const endless =
  (text: string): Script =>
  async (peer: Peer) => {
    for (let count = 0; count < 200; count += 1) {
      peer.say(text.repeat(100))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

/** Sends a text, and another one shortly after. */
export const late =
  (text: string, more: string): Script =>
  async (peer) => {
    peer.say(text)
    await new Promise((resolve) => setTimeout(resolve, 50))
    peer.say(more)
  }
