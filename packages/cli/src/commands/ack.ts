import type { Client, EventStatus } from '@wachta/client'
import { CommandError, command, exitCodes } from '../frame/command.ts'
import { findOne, findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'

export const ackCommand = command({
  path: 'ack',
  summary: {
    en: 'acknowledge an incident and stop its escalation',
    pl: 'potwierdź incydent i zatrzymaj eskalację',
  },
  details: {
    en: 'Acknowledge an alert. Its escalation stops: contacts are notified only when it ends, until it fires again.',
    pl: 'Potwierdź alert. Eskalacja zostaje zatrzymana: powiadomienie przyjdzie tylko o końcu, aż do następnego wystąpienia.',
  },
  operands: [{ name: 'event', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {
    service: {
      kind: 'text',
      summary: { en: 'only on this service, by id or name', pl: 'tylko dla tej usługi (identyfikator lub nazwa)' },
    },
    note: {
      kind: 'text',
      default: '',
      summary: { en: 'a note for your colleagues', pl: 'notatka dla współpracowników' },
    },
    all: {
      kind: 'flag',
      summary: { en: 'on all affected services', pl: 'dla wszystkich usług, których dotyczy' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const event = await findOne(client, 'events', operands[0] ?? '')
    const service = options.service === undefined ? null : (await findService(client, options.service)).id
    const active = await activeOf(client, Number(event.id), service)
    if (active.length === 0)
      throw new CommandError({
        en: `"${event.name}" has no open alerts.`,
        pl: `Reguła „${event.name}” nie ma otwartych alertów.`,
      })
    if (active.length > 1 && !options.all) throw several(active)
    for (const { service_id, event_id } of active)
      await client.call('disable_event_status', {
        path: { _id: service_id, _event_id: event_id },
        body: { note: options.note },
      })
    out.result(active, () => {
      for (const { service_id, service: of } of active)
        out.say({ en: `Taken on: ${of?.name ?? service_id}`, pl: `Przejęto: ${of?.name ?? service_id}` })
    })
  },
})

async function activeOf(client: Client, event: number, service: number | null): Promise<EventStatus[]> {
  const query = {
    embed: ['service.name'] as const,
    'filter.event_id': event,
    'filter.status': 'active',
    ...(service !== null && { 'filter.service_id': service }),
    limit: 1000,
  }
  return (await client.list('list_event_statuses', { query })).items
}

function several(active: readonly EventStatus[]): CommandError {
  const listed = active.map(({ service_id, service }) => `  ${service_id}  ${service?.name ?? ''}`).join('\n')
  return new CommandError(
    {
      en: `Several services have this alert. Choose one with --service, or use --all:\n${listed}`,
      pl: `Alert dotyczy kilku usług. Wybierz jedną opcją --service albo podaj --all:\n${listed}`,
    },
    { exitCode: exitCodes.usage },
  )
}
