import type { Client } from '@wachta/client'
import { type CliCommand, command, type Invocation } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'

const operands = [
  { name: 'service', need: 'many', summary: { en: 'ids or names', pl: 'identyfikatory lub nazwy' } },
] as const

export const pauseCommand: CliCommand = command({
  path: 'pause',
  summary: { en: 'pause monitoring of services', pl: 'wstrzymaj monitorowanie usług' },
  operands,
  printsRecords: true,
  run: (invocation) =>
    changeAll(
      invocation,
      (client, ids) => client.call('bulk_pause_services', { body: { ids } }),
      (names) => ({
        en: `Paused: ${names}`,
        pl: `Wstrzymano: ${names}`,
      }),
    ),
})

export const resumeCommand: CliCommand = command({
  path: 'resume',
  summary: { en: 'resume monitoring of services', pl: 'wznów monitorowanie usług' },
  operands,
  printsRecords: true,
  run: (invocation) =>
    changeAll(
      invocation,
      (client, ids) => client.call('bulk_activate_services', { body: { ids } }),
      (names) => ({
        en: `Resumed: ${names}`,
        pl: `Wznowiono: ${names}`,
      }),
    ),
})

/** If one name is ambiguous, nothing is changed. */
async function changeAll(
  invocation: Invocation,
  act: (client: Client, ids: number[]) => Promise<void>,
  formatDone: (names: string) => LocalizedText,
): Promise<undefined> {
  const { operands: words, out } = invocation
  const client = await connectCli(invocation)
  const services: { id: number; name: string }[] = []
  for (const word of words) services.push(await findService(client, word))
  await act(client, [...new Set(services.map(({ id }) => id))])
  out.result(services, () => out.print(formatDone(services.map(({ name }) => name).join(', '))))
}
