import { hostname } from 'node:os'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import type { Lines } from './lines.ts'
import { type Reply, readReply } from './reply.ts'

/** Waits for the greeting of an SMTP server. */
export async function readSmtpGreeting(lines: Lines, probe: Probe): Promise<void> {
  const started = probe.now()
  const reply = await readReply(lines, 'coded')
  if (reply.code >= 400) throw new CheckFailure('mail_greeting_refused', lines.quote(reply.last))
  if (reply.code !== 220) throw lines.createUnexpectedFailure(reply.last)
  probe.measure('greeting_time', Math.round(probe.now() - started))
}

export async function sendSmtpCommand(lines: Lines, command: string): Promise<Reply> {
  lines.send(command)
  return readSmtpReply(lines)
}

/** The answer to a command. With 421 a server may end the session at any time. */
export async function readSmtpReply(lines: Lines): Promise<Reply> {
  const reply = await readReply(lines, 'coded')
  if (reply.code === 421) throw new CheckFailure('mail_command_failed', lines.quote(reply.last))
  return reply
}

export function createHeloRejectedFailure(lines: Lines, reply: Reply): CheckFailure {
  return new CheckFailure('smtp_helo_refused', lines.quote(reply.last))
}

/** Returns the name for EHLO: the full host name of the sensor, or else its local address. */
export function getEhloName(lines: Lines): string {
  const name = hostname()
  if (/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i.test(name)) return name
  const address = lines.localAddress.replace(/^::ffff:/, '')
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`
}
