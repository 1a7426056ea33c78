import type { Client } from '@wachta/client'
import { type AnyCommand, CommandError, command, exitCodes, type Invocation } from '../frame/command.ts'
import { findIncident, findIncidents, unresolvedFilter } from '../incidents/find-incidents.ts'
import { getIncidentColumns, getServiceName, readErrorNames } from '../incidents/incident-columns.ts'
import { showIncident } from '../incidents/show-incident.ts'
import { findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'

const defaultLimit = 50

const incidentsOperand = {
  name: 'incident',
  need: 'many',
  summary: { en: 'ids of incidents, or names of services', pl: 'identyfikatory incydentów lub nazwy usług' },
} as const
const incidentOperand = {
  name: 'incident',
  summary: { en: 'id of an incident, or name of a service', pl: 'identyfikator incydentu lub nazwa usługi' },
} as const
const noteOption = {
  kind: 'text',
  default: '',
  summary: { en: 'a note for your colleagues', pl: 'notatka dla współpracowników' },
} as const

const listIncidents = command({
  path: 'incidents list',
  summary: { en: 'list incidents', pl: 'wypisz incydenty' },
  details: {
    en: 'List the incidents that are not resolved, the newest first. The exit code is 3 if one of them is not acknowledged.',
    pl: 'Wypisz niezakończone incydenty, od najnowszego. Kod wyjścia 3 oznacza, że któregoś nikt nie potwierdził.',
  },
  printsRecords: true,
  options: {
    all: { kind: 'flag', summary: { en: 'include resolved incidents', pl: 'także zakończone' } },
    service: {
      kind: 'text',
      summary: { en: 'only of this service, by id or name', pl: 'tylko tej usługi (identyfikator lub nazwa)' },
    },
    limit: {
      kind: 'number',
      default: defaultLimit,
      summary: { en: 'maximum number of records, up to 1000', pl: 'największa liczba rekordów, do 1000' },
    },
  },
  async run(invocation) {
    const { options, out, language, stopping: signal } = invocation
    const client = await connectCli(invocation)
    const query = {
      ...(!options.all && unresolvedFilter),
      ...(options.service !== undefined && { 'filter.service_id': (await findService(client, options.service)).id }),
      embed: ['service.name'] as const,
      sort: ['-start_time'],
      limit: options.limit,
    }
    const { items, total } = await client.list('list_incidents', { query }, { signal })
    const errorName = await readErrorNames(client, items)
    if (items.length === 0)
      out.print(
        options.all
          ? { en: 'No incidents.', pl: 'Brak incydentów.' }
          : { en: 'No open incidents.', pl: 'Brak otwartych incydentów.' },
        'good',
      )
    if (items.length > 0 || out.format !== 'text')
      out.table(items, getIncidentColumns({ language, now: new Date(), errorName }))
    if (items.length < total)
      out.print({
        en: `${items.length} of ${total}. See more with --limit.`,
        pl: `${items.length} z ${total}. Więcej: --limit.`,
      })
    const isUnattended = items.some(({ state }) => state === 'open' || state === 'flapping')
    return isUnattended ? exitCodes.found : exitCodes.ok
  },
})

const showCommand = command({
  path: 'incidents show',
  summary: { en: 'show an incident with its timeline', pl: 'pokaż incydent i jego przebieg' },
  printsRecords: true,
  operands: [incidentOperand],
  async run(invocation) {
    const client = await connectCli(invocation)
    const incident = await findIncident(client, invocation.operands[0] ?? '')
    const timeline = await client.call('read_incident_timeline', { path: { _id: incident.id } })
    const errorName = await readErrorNames(client, [incident])
    showIncident(invocation, { incident, timeline, errorName })
    return undefined
  },
})

const acknowledge = {
  summary: {
    en: 'acknowledge incidents and stop their escalation',
    pl: 'potwierdź incydenty i zatrzymaj eskalację',
  },
  details: {
    en: 'Acknowledge incidents: the escalation of all their alerts stops, and contacts are only notified of the recovery. Name a service to acknowledge its open incidents.',
    pl: 'Potwierdź incydenty: eskalacja wszystkich ich alertów zostaje zatrzymana, a kontakty dostaną powiadomienie tylko o końcu. Podaj nazwę usługi, aby potwierdzić jej otwarte incydenty.',
  },
  printsRecords: true,
  operands: [incidentsOperand],
  options: { note: noteOption },
  run: (invocation: Invocation<{ readonly note: typeof noteOption }>) =>
    actOnAll(invocation, {
      act: (client, ids) => client.call('bulk_acknowledge_incidents', { body: { ids, note: invocation.options.note } }),
      doneText: { en: 'Acknowledged', pl: 'Potwierdzono' },
    }),
} as const

export const ackCommand: AnyCommand = command({ path: 'ack', ...acknowledge })

const unacknowledge = command({
  path: 'incidents unack',
  summary: { en: 'undo an acknowledgement; escalation continues', pl: 'cofnij potwierdzenie; eskalacja trwa dalej' },
  printsRecords: true,
  operands: [incidentsOperand],
  options: { note: noteOption },
  run: (invocation) =>
    actOnAll(invocation, {
      async act(client, ids) {
        for (const _id of ids)
          await client.call('unacknowledge_incident', { path: { _id }, body: { note: invocation.options.note } })
      },
      doneText: { en: 'No longer acknowledged', pl: 'Cofnięto potwierdzenie' },
    }),
})

const addNote = command({
  path: 'incidents note',
  summary: { en: 'add a note to an incident', pl: 'dodaj notatkę do incydentu' },
  operands: [incidentOperand, { name: 'text', summary: { en: 'the note', pl: 'treść notatki' } }],
  async run(invocation) {
    const { operands, out } = invocation
    const text = (operands[1] ?? '').trim()
    if (text === '')
      throw new CommandError({ en: 'The note is empty.', pl: 'Notatka jest pusta.' }, { exitCode: exitCodes.usage })
    const client = await connectCli(invocation)
    const incident = await findIncident(client, operands[0] ?? '')
    await client.call('add_incident_note', { path: { _id: incident.id }, body: { text } })
    out.result({ id: incident.id, text }, () =>
      out.print({
        en: `Note added to incident ${incident.id} (${getServiceName(incident)}).`,
        pl: `Dodano notatkę do incydentu ${incident.id} (${getServiceName(incident)}).`,
      }),
    )
  },
})

export const incidentCommands: readonly AnyCommand[] = [
  listIncidents,
  showCommand,
  command({ path: 'incidents ack', ...acknowledge }),
  unacknowledge,
  addNote,
]

interface Action {
  readonly act: (client: Client, ids: readonly number[]) => Promise<unknown>
  readonly doneText: { readonly en: string; readonly pl: string }
}

/** Nothing is changed if one name is ambiguous or one incident is resolved already. */
async function actOnAll(invocation: Omit<Invocation, 'options'>, { act, doneText }: Action): Promise<undefined> {
  const { operands, out } = invocation
  const client = await connectCli(invocation)
  const incidents = await findIncidents(client, operands)
  const resolved = incidents.find(({ state }) => state === 'resolved')
  if (resolved)
    throw new CommandError({
      en: `Incident ${resolved.id} (${getServiceName(resolved)}) is resolved already.`,
      pl: `Incydent ${resolved.id} (${getServiceName(resolved)}) jest już zakończony.`,
    })
  await act(
    client,
    incidents.map(({ id }) => id),
  )
  const updated = await Promise.all(incidents.map(({ id }) => findIncident(client, String(id))))
  out.result(updated, () => {
    for (const each of updated)
      out.print({
        en: `${doneText.en}: ${getServiceName(each)} (${each.id})`,
        pl: `${doneText.pl}: ${getServiceName(each)} (${each.id})`,
      })
  })
}
