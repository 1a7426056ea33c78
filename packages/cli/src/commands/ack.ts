import type { Client, EventStatus } from '@wachta/client'
import { CommandError, command, exitCodes } from '../frame/command.ts'
import { findOne, findService } from '../kinds/find.ts'
import { connect } from '../session/connection.ts'

export const ack = command({
  path: 'ack',
  summary: {
    en: 'take on an event: nobody else is told of it any more',
    pl: 'przejmij zdarzenie: nikt więcej nie będzie o nim powiadamiany',
  },
  details: {
    en: 'Take on an event that occurs. Nobody is told of it any more but of its end, until it occurs again.',
    pl: 'Przejmij trwające zdarzenie. Do jego następnego wystąpienia powiadomienia będą już tylko o końcu.',
  },
  operands: [{ name: 'event', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {
    service: {
      kind: 'text',
      summary: { en: 'on this service alone, by id or name', pl: 'tylko dla tej usługi (identyfikator lub nazwa)' },
    },
    note: { kind: 'text', default: '', summary: { en: 'what to say about it', pl: 'co o tym powiedzieć' } },
    all: {
      kind: 'flag',
      summary: { en: 'on all services on which it occurs', pl: 'dla wszystkich usług, których dotyczy' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connect(invocation)
    const event = await findOne(client, 'events', operands[0] ?? '')
    const service = options.service === undefined ? null : (await findService(client, options.service)).id
    const active = await activeOf(client, Number(event.id), service)
    if (active.length === 0)
      throw new CommandError({
        en: `"${event.name}" does not occur now.`,
        pl: `Zdarzenie „${event.name}” teraz nie trwa.`,
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
      en: `It occurs on several services. Choose one with --service, or say --all:\n${listed}`,
      pl: `Trwa dla kilku usług. Wybierz jedną opcją --service albo podaj --all:\n${listed}`,
    },
    { exitCode: exitCodes.usage },
  )
}
