import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Log } from '@wachta/runtime'
import { SMTPServer } from 'smtp-server'
import { buildMailFileName, readMailSubject } from './mail-file-name.ts'

const maxBytes = 16 * 1024 ** 2
/** The oldest mails are deleted beyond this number, to limit the use of the disk. */
const maxMails = 1_000

interface MailCatcherOptions {
  readonly folder: string
  readonly port: number
  readonly log: Log
  readonly now?: () => number
}

/** Accepts the mail of an installation without a mail server, and stores it in a folder. */
export async function catchMail({ folder, port, log, now = Date.now }: MailCatcherOptions): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const storeMail = async (content: Buffer, to: readonly string[]) => {
    const subject = readMailSubject(content.toString('utf8'))
    count += 1
    const file = join(folder, buildMailFileName({ time: now(), count, subject }))
    await writeFile(file, content, { mode: 0o600 })
    log.info({ file, to, subject }, 'no mail server is set (SMTP_URL): an e-mail was saved to a file')
    const mailFiles = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
    for (const name of mailFiles.slice(0, Math.max(0, mailFiles.length - maxMails)))
      await rm(join(folder, name), { force: true })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then((content) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('the mail is too long'), { responseCode: 552 })
          return storeMail(
            content,
            envelope.rcptTo.map(({ address }) => address),
          )
        })
        .then(
          () => done(),
          (error) => done(error instanceof Error ? error : new Error(String(error))),
        )
    },
  })
  server.on('error', (err) => log.warn({ err }, 'the mail catcher could not receive a message'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())) }
}
